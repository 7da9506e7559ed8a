"""Offers: how players come to a match. A challenge is an offer of two seats, to play alone one of one, and a table one
of several; a computer takes the places that it is asked for.

Start in `terms.py`, what is offered; `set_up.py` makes it, `answers.py` is what players do with it, and `begin.py` how
it ends. `shown.py` says who sees it.
"""
