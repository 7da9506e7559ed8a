"""The weekly forest: every week a match that everyone can play alone, once at each level, from the same seed.

Start in `weeks.py`, which says when one begins and ends; `play.py` starts a player's match, `results.py` takes over
what it came to, `close.py` ends the week, and `table.py` compares.
"""
