"""Emails about matches: which are queued, to whom, and what they say.

Start in `causes.py`; `kinds/` has what each kind of email says, for which `match_context.py` reads the match.
"""
