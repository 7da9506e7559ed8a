"""Turns in words, done or still ahead: "Walk to n1; drive off a monster; on a 5: the east moves"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fairytale.forest.tiles import Tile
from engine.fairytale.notation.words import FLY, Word
from engine.fairytale.rules.lay import Laid
from engine.fairytale.rules.position import TAILOR
from i18n.text import Text, begun, joined, noop_many, say, say_many

from .names import figure_name, named_tile, side_name, space_words

_COUNTED: Final = {
    "choose": noop_many("%(number)s figure to choose", "%(number)s figures to choose"),
    "call": noop_many("%(number)s side to name", "%(number)s sides to name"),
    "walk": noop_many("%(number)s way to walk", "%(number)s ways to walk"),
    "fly": noop_many("%(number)s way to fly", "%(number)s ways to fly"),
    "remove": noop_many("%(number)s way to drive off monsters", "%(number)s ways to drive off monsters"),
    "lay": noop_many("%(number)s way to lay a tile", "%(number)s ways to lay a tile"),
    "clear": noop_many("%(number)s way to clear the market", "%(number)s ways to clear the market"),
    "fire": noop_many("%(number)s target for the catapult", "%(number)s targets for the catapult"),
    "bomb": noop_many("%(number)s target for the bomb", "%(number)s targets for the bomb"),
    "swap": noop_many("%(number)s way to use the swap", "%(number)s ways to use the swap"),
}


def step_counts() -> dict[str, str | tuple[str, str]]:
    """Return the words for a number of steps of each kind, singular and plural, in the form of ``Game.step_counts``."""
    left = "%(number)s"
    return {
        kind: (say_many(*words, 1, number=left), say_many(*words, 2, number=left)) for kind, words in _COUNTED.items()
    }


def turn_words(words: Sequence[Word], figure: str) -> Text:
    """Describe a submission, or its beginning, by the player with the given figure."""
    return begun(joined([word_words(word, figure) for word in words], "; "))


def word_words(word: Word, figure: str) -> Text:
    """Describe one word: "walk to n1"."""
    match word.kind:
        case "as":
            return say("figure: %(figure)s", figure=figure_name(word.figure))
        case "in":
            return say("new monsters from the %(side)s", side=side_name(word.side))
        case "5":
            return say("on a 5: the %(side)s moves", side=side_name(word.side))
        case "clear":
            return say("put the market under the deck")
        case "x":
            return _removal(word, figure)
        case "lay":
            assert word.laid
            return _laid(word.laid)
    assert word.space is not None
    there = space_words(word.space)
    way = say("fly to %(space)s", space=there) if word.kind == FLY else say("walk to %(space)s", space=there)
    return say("%(way)s and fire at %(target)s", way=way, target=str(word.target)) if word.target else way


def _removal(word: Word, figure: str) -> Text:
    if word.space:
        return say("drive off a monster on %(space)s", space=str(word.space))
    return say("drive off all monsters here") if figure == TAILOR else say("drive off a monster")


def _laid(laid: Laid) -> Text:
    words = say("lay %(tile)s on %(space)s", tile=_tile(laid.tile), space=str(laid.space))
    if laid.bombed:
        return say("%(laid)s and destroy %(space)s", laid=words, space=str(laid.bombed))
    if laid.swap:
        return say("%(laid)s and put %(tile)s on %(space)s", laid=words, tile=_tile(laid.swap), space=str(laid.swapped))
    return words


def _tile(tile: Tile) -> Text:
    return named_tile(tile.code, str(tile))
