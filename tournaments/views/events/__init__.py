"""Pages of an event that everyone may read.

Start in `event.py`.
"""
