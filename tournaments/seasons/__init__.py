"""Leagues of a club: their seasons, who plays in which division, and the pages that show it.

Start in `register.py` and `line_up/propose.py`. Places of players who leave are in `tournaments/entries/replacements`.
"""
