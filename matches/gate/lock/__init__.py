"""Changing a match, one writer at a time, all of it or nothing.

Its row is locked and read (`lock.py`), changed in memory (`locked_match.py`), and stored (`store.py`). Start in
`lock.py`.
"""
