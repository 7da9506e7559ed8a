"""Matches: what changes one, its clocks and vacations, challenges, replies by email, and the pages.

The games' rules are in `engine`, tournaments above. Start in `gate/turns.py`; `calendar_feed.py` is what
calendar programs read, `restoration.py` what is done when a database was brought back.
"""
