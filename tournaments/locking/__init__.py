"""One writer at a time for events, clubs and seasons: locks on their rows, their logs, and refusals.

Start in `locks.py`.
"""
