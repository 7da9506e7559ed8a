"""Ending, cancelling and deleting an event, and undoing that.

Start in `finish.py`.
"""
