"""The Last Fairy Tale in words: what was done, what came of it, and why something can't be done.

Start in `names.py`.
"""
