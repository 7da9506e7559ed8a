"""The emails of events, of clubs and of seasons: what each kind says, as ``matches.mails.kinds`` has it for matches.

`kinds.py` lists them, `queue/` puts them in the outbox. Start in `rounds.py`.
"""
