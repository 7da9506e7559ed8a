"""Entries of an event: entering, invitations and approval, check-in, the waiting list; their pages and emails.

Start in `enter.py`. Leaving an event is in `withdrawals/`, taking the place of a player who left in `replacements/`.
"""
