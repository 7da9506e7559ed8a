"""Which emails a player wants, and when: digests, quiet hours, unsubscribing.

Start in `quiet_hours.py`.
"""
