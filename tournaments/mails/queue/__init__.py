"""Which emails are queued about entries, rounds, seasons and clubs, and for whom.

Start in `rounds.py`.
"""
