"""Match records as text: what they have alike in every game, and how one is checked.

`record.py` has the values. Start in `check.py`.
"""
