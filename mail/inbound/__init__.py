"""Emails that come in by SMTP, a provider or a mailbox: stored as they are, then read one by one.

Start in `store.py`.
"""
