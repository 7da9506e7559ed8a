"""The Last Fairy Tale in a terminal.

Start in `main.py`.
"""
