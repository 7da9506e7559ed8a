"""A board to show to somebody who has never seen one."""

from __future__ import annotations

import random
from functools import cache

from engine.game import View, game

TURNS = 25
LUCK = 9


@cache
def mid_match(slug: str) -> View:
    """A bystander's view of a match some turns old, made of the game's own legal turns; always the same one."""
    rules = game(slug)
    luck = random.Random(LUCK)
    state = rules.start(rules.clean_options({}), rules.seats[0], bytes(32))
    for _ in range(TURNS):
        seat = rules.to_act(state)[0]
        after = rules.play(state, seat, rules.sample(state, seat, luck)).state
        if rules.outcome(after) is not None:
            break
        state = after
    return rules.view(state, None)
