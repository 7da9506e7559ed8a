"""Leagues of a club: their seasons, and who plays in which division.

Start in `register.py` and `line_up/propose.py`.
"""
