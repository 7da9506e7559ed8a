"""Places of a division that a player has left, and who plays on in them.

Start in `vacancies.py` and `find_replacement.py`.
"""
