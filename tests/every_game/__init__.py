"""What docs/games.md promises of every game: the tests that a game's author needs before any of their own.

``random_matches.py`` plays each game, and the toy, with every combination of options and seats; what the site draws is
in ``test_boards.py``, for the games that it offers. ``pytest tests/every_game -k <slug>`` looks at one game.
"""
