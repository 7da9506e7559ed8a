"""Decisions that organisers must make now, in events, seasons and clubs, and all of one organiser's together.

Start in `inbox.py`.
"""
