"""Email, an app that knows no matches: rows, admin and tasks are its own; `hooks.py` has what it asks of others.

Start in `outbox/queue.py` for what goes out, and in `inbound/store.py` for what comes in.
"""
