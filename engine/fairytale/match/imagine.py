"""A state that no player can tell from the real one, drawn at random: for players who must guess."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from engine.fairytale.forest.tiles import DIAMOND, SETS
from engine.fairytale.rules.position import WON_AT, Position

from .state import MatchState


def imagine(state: MatchState, rng: random.Random) -> MatchState:
    """Return the state with another seed, and with a random deck made of the tiles that are out of sight.

    Each part of the deck has a diamond in it.
    """
    position = state.position
    deck = _deck(state, rng)
    return replace(state, position=replace(position, deck=deck, seed=rng.randbytes(len(position.seed))))


def _deck(state: MatchState, rng: random.Random) -> tuple[str, ...]:
    position = state.position
    seen = Counter([*[tile.code for tile in position.forest.values()], *position.market])
    unseen = sorted((Counter(SETS[state.options.tiles]) - seen).elements())
    diamonds = _diamonds_left(position, seen)
    tiles = rng.sample(unseen, len(position.deck) - diamonds)
    places = {rng.randrange(len(position.deck) * part // diamonds, len(position.deck) * (part + 1) // diamonds)
              for part in range(diamonds)}  # fmt: skip
    rest = iter(tiles)
    return tuple(DIAMOND if place in places else next(rest) for place in range(len(position.deck)))


def _diamonds_left(position: Position, seen: Counter[str]) -> int:
    return WON_AT - position.broken - seen[DIAMOND]
