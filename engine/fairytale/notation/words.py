"""Reading submissions as people write them (rules 8).

Small differences don't matter where a text can't be misread: capitals outside tile codes, blanks around signs, commas,
sides written out, the parts of a space's name in either order, and any top that lays a tile the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fairytale.forest.spaces import LETTERS, Space, read_space
from engine.fairytale.forest.tiles import TILE_CODES, Tile, roads, tops
from engine.fairytale.rules.lay import Laid
from engine.fairytale.rules.position import FIGURES
from i18n.text import Text, listed, say

MAX_LENGTH: Final = 200
CHOOSE, CALL, WALK, FLY, REMOVE, LAY, CLEAR, END = "as", "in", "walk", "fly", "x", "lay", "clear", "5"
_TYPOGRAPHY: Final = str.maketrans({"×": "x", "＠": "@", "\u00a0": " "})
_SIDE: Final = re.compile(r"(in|5):(n|e|s|w|north|east|south|west)", re.ASCII)
_MOVE: Final = re.compile(r"(fly:)?([a-z0-9]+)(?:\*([a-z0-9]+))?", re.ASCII)
_TILE: Final = r"([A-Za-z]+)/([A-Za-z])@([A-Za-z0-9]+)"
_LAID: Final = re.compile(rf"{_TILE}(?:\*([A-Za-z0-9]+)|={_TILE})?", re.ASCII)
_TURNED: Final = re.compile(r"([ew]\d+)([ns]\d+)", re.ASCII)
_MEANT: Final = re.compile(r"[@/:*=]")


class Word(NamedTuple):
    """A word of a submission.

    It has the ``figure`` or ``side`` of a choice, the ``space`` and ``target`` of an action, or the tile ``laid``.
    """

    kind: str
    figure: str = ""
    side: int = 0
    space: Space | None = None
    target: Space | None = None
    laid: Laid | None = None

    def __str__(self) -> str:
        match self.kind:
            case "as":
                return f"as:{self.figure}"
            case "in" | "5":
                return f"{self.kind}:{LETTERS[self.side]}"
            case "x":
                return f"x:{self.space}" if self.space else "x"
            case "lay":
                return str(self.laid)
            case "clear":
                return "clear"
        fired = f"*{self.target}" if self.target else ""
        return f"{'fly:' if self.kind == FLY else ''}{self.space}{fired}"


def parse_words(text: str, figures: Sequence[str] = FIGURES) -> list[Word]:
    """Read the words of a submission, or of its beginning. Raises ``UnreadableTurn`` or ``MistypedTurn``.

    ``figures`` are listed to players who write one that doesn't exist.
    """
    if len(text) > MAX_LENGTH:
        raise UnreadableTurn(say("A turn has at most %(most)s characters.", most=MAX_LENGTH))
    plain = re.sub(r"\s*([@/:*=])\s*", r"\1", text.translate(_TYPOGRAPHY))
    written = [word for word in re.split(r"[\s,;]+", plain) if word]
    if written:
        written[-1] = written[-1].rstrip(".")
    try:
        return [_read(each, figures) for each in written]
    except UnreadableTurn as error:
        if any(_MEANT.search(each) or (len(each) > 1 and _find_space(each)) for each in written):
            raise MistypedTurn(error.args[0]) from error
        raise


def _read(written: str, figures: Sequence[str]) -> Word:
    if "@" in written:
        return Word(LAY, laid=_read_laid(written))
    lower = written.lower()
    if lower in ("x", "clear"):
        return Word(lower)
    if found := _SIDE.fullmatch(lower):
        return Word(found[1], side=LETTERS.index(found[2][0]))
    head, _, rest = lower.partition(":")
    if head == "as":
        return Word(CHOOSE, figure=_read_figure(rest, figures))
    if head == "x" and rest:
        return Word(REMOVE, space=_space(rest))
    if (found := _MOVE.fullmatch(lower)) and _find_space(found[2]):
        target = _space(found[3]) if found[3] else None
        return Word(FLY if found[1] else WALK, space=_space(found[2]), target=target)
    raise UnreadableTurn(
        say(
            "“%(word)s” isn’t a word of a turn. A turn is written like “n1 x Tw/e@n2 5:e”: walk to n1, drive off"
            " a monster, lay a tile, and the side that moves on a 5.",
            word=shorten(written),
        )
    )


def _read_figure(name: str, figures: Sequence[str]) -> str:
    if name not in FIGURES:
        names = listed([f"as:{figure}" for figure in figures])
        raise UnreadableTurn(
            say("“%(word)s” isn’t a figure. These can be chosen: %(names)s.", word=shorten(name), names=names)
        )
    return name


def _space(name: str) -> Space:
    space = _find_space(name)
    if space is None:
        raise UnreadableTurn(
            say("“%(word)s” isn’t a space. Spaces are named from the oak, like “n2” or “s1e3”.", word=shorten(name))
        )
    return space


def _find_space(name: str) -> Space | None:
    """Return the space with the given name, whose two parts may be in either order: e1n1 for n1e1."""
    return read_space(_TURNED.sub(r"\2\1", name.lower()))


def _read_laid(written: str) -> Laid:
    found = _LAID.fullmatch(written)
    if found is None:
        raise UnreadableTurn(_how_to_lay(written))
    code, top, space, bombed, swap, swap_top, swapped = found.groups()
    laid = Laid(_space(space), _tile(code, top, written))
    if bombed:
        return laid._replace(bombed=_space(bombed))
    return laid._replace(swapped=_space(swapped), swap=_tile(swap, swap_top, written)) if swap else laid


def _how_to_lay(written: str) -> Text:
    return say(
        "“%(word)s” doesn’t say which tile, with its top to which side, goes where. Write “Tw/e@n2”, for example.",
        word=shorten(written),
    )


def _tile(code: str, top: str, written: str) -> Tile:
    if top.lower() not in LETTERS:
        raise UnreadableTurn(_how_to_lay(written))
    if code not in TILE_CODES:
        raise UnreadableTurn(
            say("“%(code)s” isn’t a tile. Capitals matter in a tile’s code, as in “Tw” or “XM”.", code=shorten(code))
        )
    return canonical(Tile(code, LETTERS.index(top.lower())))


def canonical(tile: Tile) -> Tile:
    """Return the tile with the first ``top`` that makes it look the same (see ``tops``)."""
    ways = tops(tile.code)
    if tile.top in ways:
        return tile
    return tile._replace(top=next(top for top in ways if roads(tile.code, top) == tile.roads))


def shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
