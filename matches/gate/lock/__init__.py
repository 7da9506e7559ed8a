"""How one writer at a time changes a match: its row locked, the log appended to, all of it or nothing.

An act gets a `LockedMatch` from a decorator of `locking.py`; start there.
"""
