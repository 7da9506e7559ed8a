"""What a player sets ahead: conditional turns ("if you play this, I play that"), set during the opponent's turn, and
orders that the game offers ("pass until attacked").

A player sets them with ``set_lines`` and takes them away with ``drop``; the gate calls ``follow`` with every turn, and
plays at once what was set as the answer to it. What does not fit the turn is dropped, and the player told. Orders are
set and deleted with ``set_orders``; they stand until the game offers them no more.

Start in `follow.py`; the words in which both are written are in `keywords.py`.
"""
