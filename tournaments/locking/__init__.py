"""One writer at a time for events, clubs and seasons: their row locked, their log, and how they refuse.

Start in `locks.py`.
"""
