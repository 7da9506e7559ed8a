"""The emails of events, clubs and seasons: the contents of each kind, like ``matches.email_kinds`` for matches.

`kinds.py` lists them, `queue/` puts them in the outbox. Start in `rounds.py`.
"""
