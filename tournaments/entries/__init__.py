"""Entries of an event: entering, approval, check-in, the waiting list, requested byes.

Start in `enter.py`.
"""
