"""Choices beside the forest, as they are drawn: turned tiles, figures and sides."""

from __future__ import annotations

from collections.abc import Iterable

from engine.fairytale.explain.names import figure_name, figure_power, named_tile, side_name
from engine.fairytale.forest.spaces import LETTERS
from engine.fairytale.forest.tiles import roads, tops
from engine.fairytale.rules.position import CALLED, FIGURES, UNCHOSEN, Position
from engine.values import View
from i18n.text import joined, listed, say


def ways_view(code: str) -> list[View]:
    """Return the ways of turning a tile that make a difference."""
    return [piece_view(f"way:{code}/{LETTERS[top]}") for top in tops(code)]


def piece_view(ref: str) -> View:
    """Return a piece by its ``ref``, with ``words``.

    A tile has its ``code`` and ``turn`` (in degrees, clockwise), a figure its ``word`` and what it can do (``help``),
    and a side its ``side``, in the form that dice use.
    """
    kind, _, name = ref.partition(":")
    if kind == "figure":
        return {"ref": ref, "words": figure_name(name), "word": name, "help": figure_power(name)}
    if kind == "side":
        return {"ref": ref, "words": side_name(LETTERS.index(name)), "side": LETTERS.index(name) + 1}
    code, _, letter = name.partition("/")
    top = LETTERS.index(letter)
    sides = listed([side_name(way) for way in sorted(roads(code, top))])
    words = joined([named_tile(code, name), say("roads to the %(sides)s", sides=sides)])
    return {"ref": ref, "words": words, "code": code, "turn": 90 * top}


def opening_pieces(position: Position) -> list[View]:
    """Return the pieces with which a turn begins: the free figures, or the sides."""
    if position.turn == 0 or position.ending:
        return []
    if position.figure.word == UNCHOSEN:
        taken = {figure.word for figure in position.figures}
        return headed_pieces([f"figure:{word}" for word in FIGURES if word not in taken])
    return headed_pieces([f"side:{letter}" for letter in LETTERS], is_called=position.die == CALLED)


def headed_pieces(refs: Iterable[str], *, is_called: bool = False) -> list[View]:
    """Return the pieces, each under a ``heading`` that asks for it.

    ``is_called``: the die shows a 5, and the player chooses the side from which new monsters come.
    """
    call = say("The die shows 5: from which side do the new monsters come?")
    headings = {
        "figure": say("Choose your figure"),
        "side": call if is_called else say("End the turn: which side moves on a 5?"),
        "way": say("How it is turned"),
    }
    return [{**piece_view(ref), "heading": headings[ref.partition(":")[0]]} for ref in refs]
