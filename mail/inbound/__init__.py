"""Emails that come in by SMTP, from a provider or from a mailbox: stored as they are, then read one by one.

Start in `store.py`.
"""
