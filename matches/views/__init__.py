"""Pages for players: turns to play, matches, challenges, vacations.

Start in `home.py`; pages that need no login are in `links`.
"""
