"""How one writer at a time changes a match: its row locked and read (`lock.py`), changed in memory (`locked_match.py`),
and stored (`store.py`), all of it or nothing.

Start in `lock.py`.
"""
