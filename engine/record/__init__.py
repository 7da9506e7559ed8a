"""Match records as text: what they have alike in every game, and how one is checked.

Start in `check.py`.
"""
