"""Turns that a player sets ahead: conditional turns and orders.

Conditional turns ("if you play this, I play that") are set during the opponent's turn; orders ("pass until attacked")
are what the game offers. A player sets conditional turns with ``set_lines`` and deletes them with ``drop``; with every
turn the gate plays at once what was set as the answer to it (``matches/gate/ahead.py``). What doesn't fit the turn is
dropped, and the player told. Orders are set and deleted with ``set_orders``; they stay until the game no longer offers
them.

Start in `edit.py`; the words in which both are written are in `keywords.py`, and the form is in `ahead_form.py`.
"""
