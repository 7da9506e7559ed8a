"""The games: pure Python, no Django, no knowledge of players, mail or clocks.

Start reading in ``game.py``, which says what a game is, in terms of ``values.py`` and ``errors.py``; ``games.py`` lists
the games there are.
"""
