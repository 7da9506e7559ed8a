"""The weekly forest: every week a match that everyone can play alone, once at each level, from the same seed.

Start in `weeks.py`, which says when one begins and ends; `play.py` starts a player's match, `results.py` takes over its
outcome, `close.py` ends the week, and `standings.py` compares.
"""
