"""Pages for players: what needs doing, matches, challenges, vacations.

Start in `home.py`; pages that need no login are in `links`.
"""
