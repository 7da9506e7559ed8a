"""Players who set ahead, and play, as chance has it."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from matches import conditional
from matches.gate.refused import Refused
from matches.models import ConditionalTurns, Match, Seat, Turn


def turn_of(match: Match, seat: Seat, rng: random.Random) -> str:
    """What a seat that is asked plays: most often what the other expects."""
    row = ConditionalTurns.objects.filter(seat__match=match).exclude(seat=seat).first()
    if row is not None and rng.random() < 0.7:
        return str(rng.choice(row.tree)["if"])
    return match.game.sample(match.loaded_state, seat.index, rng)


def set_at_random(match: Match, seat: Seat, rng: random.Random) -> None:
    """Branches as many and as long as they happen to be, unless they give two answers to one turn, or none can be set
    now."""
    branches = [_branch(match, seat.index, rng) for _ in range(rng.randint(1, 3))]
    with contextlib.suppress(Refused):
        conditional.set_lines(seat, "; ".join(branches), Turn.Via.SITE)


def _branch(match: Match, own: int, rng: random.Random) -> str:
    game = match.game
    parts: list[str] = []
    state: Any = match.loaded_state
    for _ in range(rng.randint(1, 4)):
        for word, seat in (("if", 1 - own), ("then", own)):
            if game.to_act(state) != (seat,):
                return " ".join(parts)
            played = game.play(state, seat, game.sample(state, seat, rng))
            parts += [word, played.text]
            state = played.state
    return " ".join(parts)
