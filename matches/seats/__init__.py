"""The seats of a match.

`names.py` puts their players' names into what a game says, `match_and_seats.py` reads a match and its seats as they
were at one moment, and `suggestions.py` has answers to start from.
"""
