"""Clubs: who is in them, and what is done in them.

Start in `join.py`; the pages begin with `club_pages.py`.
"""
