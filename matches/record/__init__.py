"""A match as it is stored: its log, its seats, and what lets players check its chance and secrets.

`record.py` gives the log to its game to replay, and as a text record; `fairness.py` is for checking; `line_authors.py`
says whose a line is, and `marks.py` which marks are on the board. `match_and_seats.py` reads a match and its seats as
they were at one moment, `names.py` puts the players' names into what a game says, and `suggestions.py` has answers to
start from.
"""
