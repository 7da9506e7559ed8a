"""Match records as text: the parts common to all games, and how a record is checked.

`record.py` has the values. Start in `check.py`.
"""
