"""Entries of an event: entering, invitations and approval, check-in, the waiting list, requested byes, forbidden pairs.

Start in `enter.py`; leaving an event is in `withdrawals/`.
"""
