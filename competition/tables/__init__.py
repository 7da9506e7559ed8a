"""Events at tables of several players: the seats of each round, and the points of each table.

Start in `draw.py`, which seats a round: `field.py` says what counts, `exact.py` and `exchange.py` look for the best
tables of small and large fields. `schedule.py` seats all rounds of a small field at once, `standings.py` ranks the
players, and `teams.py` ranks teams that play the same match without opponents.
"""
