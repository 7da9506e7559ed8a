"""The Last Fairy Tale in words: turns, their consequences, and reasons why something can't be done.

Start in `names.py`.
"""
