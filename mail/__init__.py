"""Email, an app that knows no matches. It has its own rows, admin and tasks; `hooks.py` has what it asks of others.

Start in `outbox/queue.py` for outgoing email, and in `inbound/store.py` for incoming email.
"""
