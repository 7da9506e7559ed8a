"""Pages for players: what is to be done, matches, challenges, vacations.

Start in `home.py`; pages that need no login are in `links`.
"""
