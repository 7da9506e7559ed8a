"""A match as its log tells it, and what lets players check its chance and secrets.

`record.py` gives it to its game to replay, and as a text record; `fairness.py` is for checking; `line_authors.py` says
whose a line is, and `marks.py` which marks are on the board.
"""
