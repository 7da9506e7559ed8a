"""The submissions of a computer player.

It sees only what its seat may see: the search is given states that ``Game.imagine`` made, never the true one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from engine.game import Game

from .drafts import DraftLookahead
from .sampling import Sampling
from .search import Search
from .strengths import Strength, find_strength


@dataclass(frozen=True, slots=True)
class Chosen:
    """A whole submission in canonical notation, with its value and its words.

    The value is the share of the result (0 to 1) that its seat may expect after it; the words are for its own seat.
    """

    text: str
    value: float
    words: str


def choose(game: Game, state: Any, seat: int, strength: str, seed: bytes) -> Chosen:
    """Choose a legal submission for a seat that is asked.

    The same seed and the same view of the match give the same answer. Raises ``LookupError`` for an unknown strength,
    and as ``Game.draft`` does for a seat that isn't asked.
    """
    return choose_as(game, state, seat, find_strength(strength), seed)


def choose_as(game: Game, state: Any, seat: int, strength: Strength, seed: bytes) -> Chosen:
    """Choose a legal submission as ``choose`` does, at any strength."""
    if seat not in game.to_act(state):
        game.draft(state, seat)  # raises; a search would look for steps where there are none
    rng = random.Random(seed)
    lookahead = game.lookahead() or DraftLookahead(game)
    misjudgement = lookahead.misjudgements.get(strength.key, strength.misjudgement)
    search = (Sampling if lookahead.samples else Search)(
        lookahead, lambda: game.imagine(state, seat, rng), seat, rng, misjudgement
    )
    found = search.best(lookahead.nodes.get(strength.key, strength.nodes))
    draft = game.draft(state, seat, found.text)
    return Chosen(draft.text, found.value, draft.words)
