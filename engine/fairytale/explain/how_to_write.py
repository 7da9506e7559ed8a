"""The notation of turns (rules 8) and the letters of tiles, for players."""

from __future__ import annotations

from typing import Final

from engine.fairytale.forest.spaces import NORTH
from engine.fairytale.forest.tiles import DIAMOND, SHAPES, roads
from engine.values import Written
from i18n.text import joined, listed, noop, say

from .names import side_name, tile_name

_WORDS: Final = (
    ("as:red", noop("choose a figure, in your first turn")),
    ("in:s", noop("new monsters come from that side, after a 5")),
    ("n1e1", noop("walk one step there")),
    ("n2*n3", noop("walk to a catapult and fire it at a tile")),
    ("fly:w3", noop("fly there, as Aladdin")),
    ("x, x:n2", noop("drive off a monster; the Huntsman from a touching tile")),
    ("Tw/e@n2", noop("lay a tile there, with its top to the east")),
    ("Tb/s@e2*e3", noop("and destroy a tile with its bomb")),
    ("Ls/n@w2=X/n@w3", noop("and swap a tile, or turn it")),
    ("clear", noop("put the market under the deck")),
    ("5:e", noop("end the turn; that side moves on a 5")),
)


def notation() -> tuple[Written, ...]:
    """Explain each word of a turn, in the order in which they come, and each shape of a tile."""
    words = [Written(text, say(message)) for text, message in _WORDS]
    return (*words, *[_shape(DIAMOND if shape == DIAMOND[0] else shape) for shape in SHAPES])


def _shape(code: str) -> Written:
    sides = listed([side_name(side) for side in sorted(roads(code, NORTH))])
    return Written(f"{code}/n", joined([tile_name(code), say("roads to the %(sides)s", sides=sides)]))
