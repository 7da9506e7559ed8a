"""Places of a division that a player has left, and the players who play on in them.

Start in `vacancies.py` and `find_replacement.py`.
"""
