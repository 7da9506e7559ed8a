"""Queueing emails about entries, rounds, seasons and clubs: which ones, and for whom.

Start in `rounds.py`.
"""
