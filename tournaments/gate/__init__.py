"""The gate of events, clubs and seasons: their row locked, their log, and how they refuse.

Start in `locks.py`.
"""
