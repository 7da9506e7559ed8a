"""The baton: a turn passes from a player who is on vacation to the next one who is there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.game import Game


def passes(game: Game, state: Any, away: Collection[int], there: Collection[int]) -> list[tuple[int, Any]]:
    """Return each seat whose turn passes on because its player is ``away``, with the state after that.

    The seat that is asked comes first. Nothing passes unless someone is ``there``: a person who plays and isn't away. A
    computer takes a turn over, too, but would play the match to its end alone.
    """
    found: list[tuple[int, Any]] = []
    out = game.given_up(state)
    if not game.has_baton or all(seat in out for seat in there):
        return found
    (asked,) = game.to_act(state)
    while asked in away:
        state = game.pass_baton(state, asked)
        found.append((asked, state))
        (asked,) = game.to_act(state)
    return found
