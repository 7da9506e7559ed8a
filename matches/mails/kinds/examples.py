"""Answers that a game would accept now, to show how they are written."""

from __future__ import annotations

import random
from typing import Any

from engine.game import Game

TRIES = 4


def examples(rules: Game, state: Any, seat: int, count: int) -> list[str]:
    """At most so many different ones, at least one; the same for the same state. To let the turn go by is shown last:
    it says nothing about how a turn is written."""
    drawn = dict.fromkeys(rules.sample(state, seat, random.Random(number)) for number in range(count * TRIES))
    idle = rules.idle_turn(state, seat)
    return sorted(drawn, key=lambda text: text == idle)[:count]
