"""Emails about matches: which are queued, to whom, and what they say.

Start in `queue.py`; `kinds/` has what each kind of email says.
"""
