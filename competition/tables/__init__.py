"""Events in which more than two sit down together: who sits at which table, and what a table is worth.

Start in `draw.py`, which seats a round; `schedule.py` seats all rounds of a small field at once, and `standings.py`
says who is ahead; `teams.py` says it of teams that play the same without opponents.
"""
