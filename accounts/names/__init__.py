"""Names of players: what one may be, which look alike, and how they are found.

Start in `display_names.py`.
"""
