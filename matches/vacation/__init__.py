"""Vacation: when it pauses a clock, how many days there are, and how clocks follow a change.

Start in `pauses.py`.
"""
