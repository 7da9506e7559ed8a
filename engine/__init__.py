"""The games: pure Python, without Django and without any knowledge of players, emails or clocks.

Start reading in ``game.py``, which says what a game is, in terms of ``values.py`` and ``errors.py``; ``games.py`` lists
the games there are.
"""
