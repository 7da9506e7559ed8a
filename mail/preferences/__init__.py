"""Players' wishes about emails: which, and when. Digests, quiet hours, unsubscribing.

Start in `quiet_hours.py`.
"""
