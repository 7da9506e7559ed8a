"""The baton: a turn passes from a player who is on vacation to the next one who is there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.game import Game


def passes(game: Game, state: Any, away: Collection[int], there: Collection[int]) -> list[tuple[int, Any]]:
    """From the seat that is asked on, each whose turn passes on as its player is ``away``, with the state after that.

    None where nobody is ``there``: people who play and aren't away. A computer takes a turn over, too, but would play
    the match to its end alone.
    """
    found: list[tuple[int, Any]] = []
    out = game.given_up(state)
    if not game.has_baton or not any(seat not in out for seat in there):
        return found
    (asked,) = game.to_act(state)
    while asked in away:
        state = game.pass_baton(state, asked)
        found.append((asked, state))
        (asked,) = game.to_act(state)
    return found
