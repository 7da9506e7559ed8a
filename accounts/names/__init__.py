"""Players' names: which are allowed, which look alike, and how they are found.

Start in `display_names.py`.
"""
