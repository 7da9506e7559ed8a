"""The one-line text of a position (rules 8), which has one form only."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import GameError
from engine.fairytale.forest.forest import Forest, fits, is_whole, without
from engine.fairytale.forest.spaces import LETTERS, OAK, ROOTS, Space, read_space
from engine.fairytale.forest.tiles import GATE, TILE_CODES, TRAPDOOR, WALL, Tile, tops
from engine.fairytale.rules.position import (
    CASTS,
    FIGURES,
    FIRST_TILES,
    GONE,
    HERO,
    LEVELS,
    MARKET,
    SEATS,
    TILES,
    UNCHOSEN,
    Figure,
    Options,
    Position,
)

_FIELDS: Final = 8
_NONE: Final = "-"
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,5}", re.ASCII)
_TILE: Final = re.compile(r"([a-z0-9]+):([A-Za-z]+)/([nesw])(!?)(?:\*([1-9][0-9]{0,2}))?", re.ASCII)
_CAN_BE_SPENT: Final = (GATE, WALL, TRAPDOOR)
_FARS: Final = range(2, 5)


class PositionError(GameError):
    """An error for a text that is no position, or for the parts one is made from; the message is one sentence."""


def format_position(position: Position) -> str:
    """Write a position as a line of text."""
    forest = sorted(position.forest.items(), key=lambda item: (-item[0].north, item[0].east))
    return " ".join(
        (
            f"{position.turn}/{position.limit}/{position.far}",
            f"{position.seat + 1}/{position.die}",
            f"{position.reached}/{position.broken}",
            ",".join(_format_figure(figure) for figure in position.figures),
            ",".join(_format_tile(space, tile) for space, tile in forest) or _NONE,
            ",".join(position.market) or _NONE,
            ",".join(position.deck) or _NONE,
            f"{position.seed.hex()}:{position.throws}",
        )
    )


def _format_figure(figure: Figure) -> str:
    return f"{figure.word}@{figure.space}" if figure.is_here else figure.word


def _format_tile(space: Space, tile: Tile) -> str:
    monsters = f"*{tile.monsters}" if tile.monsters else ""
    return f"{space}:{tile}{'!' if tile.spent else ''}{monsters}"


def parse_position(text: str) -> Position:
    """Read a position in the form that ``format_position`` writes.

    Raises ``PositionError``, also for a match that is over.
    """
    position = read_position(text)
    _check(position)
    if format_position(position) != text:
        raise PositionError(f"The position is not in the form in which it is written, {format_position(position)}.")
    return position


def read_position(text: str) -> Position:
    """Read a position that ``format_position`` wrote, also at the end of a match. Raises ``PositionError``."""
    fields = text.split(" ")
    if len(fields) != _FIELDS:
        raise PositionError(f"A position has {_FIELDS} fields separated by one blank, not {len(fields)}.")
    turns, who, counts, figures, forest, market, deck, chance = fields
    turn, limit, far = _read_numbers("turn, limit and far", turns, 3)
    seat, die = _read_numbers("seat and die", who, 2)
    reached, broken = _read_numbers("monsters and diamonds", counts, 2)
    return Position(
        turn=turn,
        limit=limit,
        far=far,
        seat=seat - 1,
        die=die,
        reached=reached,
        broken=broken,
        figures=tuple(_read_figure(word) for word in figures.split(",")),
        forest=_read_forest(forest),
        market=_read_codes("market", market),
        deck=_read_codes("deck", deck),
        seed=read_seed(chance.partition(":")[0]),
        throws=_read_number("number of throws", chance.partition(":")[2]),
    )


def read_seed(text: str) -> bytes:
    """Read a seed from 64 hexadecimal digits in lower case. Raises ``PositionError``."""
    if re.fullmatch("[0-9a-f]{64}", text) is None:
        raise PositionError(f"The seed, “{text[:80]}”, is not 64 hexadecimal digits in lower case.")
    return bytes.fromhex(text)


def read_seats(text: str) -> int:
    """Read a number of players. Raises ``PositionError``."""
    if not (_NUMBER.fullmatch(text) and int(text) in SEATS):
        raise PositionError(f"“{text[:40]}” is not a number of players: from {SEATS[0]} to {SEATS[-1]} can play.")
    return int(text)


def read_options(text: str) -> Options:
    """Read level, tiles and cast. Raises ``PositionError``."""
    words = text.split(" ")
    if len(words) != 3 or any(word not in there for word, there in zip(words, (LEVELS, TILES, CASTS), strict=True)):
        raise PositionError(f"The options, “{text[:80]}”, are not level, tiles and cast: {' '.join(Options().words)}.")
    level, tiles, cast = words
    return Options(level, tiles, cast)


def _read_number(what: str, text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise PositionError(f"The {what}, “{text[:80]}”, is not a number without leading zeros.")
    return int(text)


def _read_numbers(what: str, field: str, count: int) -> list[int]:
    texts = field.split("/")
    if len(texts) != count:
        raise PositionError(f"The {what}, “{field[:80]}”, are not {count} numbers with a slash between them.")
    return [_read_number(what, text) for text in texts]


def _read_figure(text: str) -> Figure:
    if text in (UNCHOSEN, GONE):
        return Figure(text)
    word, _, name = text.partition("@")
    space = read_space(name)
    if word not in (*FIGURES, HERO) or space is None:
        raise PositionError(f"“{text[:80]}” is not a figure and its space, ? or -.")
    return Figure(word, space)


def _read_codes(what: str, field: str) -> tuple[str, ...]:
    codes = () if field == _NONE else tuple(field.split(","))
    for code in codes:
        if code not in TILE_CODES:
            raise PositionError(f"The {what} has “{code[:40]}”, which is no tile.")
    return codes


def _read_forest(field: str) -> Forest:
    forest: dict[Space, Tile] = {}
    for text in [] if field == _NONE else field.split(","):
        space, tile = _read_tile(text)
        if space in forest:
            raise PositionError(f"There are two tiles on {space}.")
        forest[space] = tile
    return forest


def _read_tile(text: str) -> tuple[Space, Tile]:
    found = _TILE.fullmatch(text)
    space = read_space(found[1]) if found else None
    if found is None or space is None or space == OAK or found[2] not in TILE_CODES:
        raise PositionError(f"“{text[:80]}” is not a space and its tile, such as n1:Tb/e.")
    tile = Tile(found[2], LETTERS.index(found[3]), bool(found[4]), int(found[5] or 0))
    if tile.top not in tops(tile.code):
        raise PositionError(f"“{text}” is not written by the first of the ways of turning it that look alike.")
    if tile.spent and not any(map(tile.has, _CAN_BE_SPENT)):
        raise PositionError(f"“{text}” has no gate, wall or trapdoor that could be spent.")
    return space, tile


def _check(position: Position) -> None:
    _check_figures(position)
    if position.ending:
        raise PositionError("The match is over.")
    if position.turn > position.limit or position.far not in _FARS or position.die not in range(7):
        raise PositionError("The turn is at most the limit, far is from 2 to 4, and a die from 0 to 6.")
    if position.turn == 0:
        if position.forest or len(position.market) != FIRST_TILES:
            raise PositionError(f"At turn 0 there are {FIRST_TILES} tiles to lay, and none is in the forest.")
    else:
        _check_forest(position)


def _check_figures(position: Position) -> None:
    figures, forest = position.figures, position.forest
    if not (len(figures) in SEATS and position.seat in range(len(figures)) and position.figure.is_playing):
        raise PositionError("The seat whose turn it is has no player.")
    chosen = [figure.word for figure in figures if figure.is_here and figure.word != HERO]
    if len(set(chosen)) != len(chosen):
        raise PositionError("There is one of each figure.")
    if any(figure.space not in forest and figure.space != OAK for figure in figures):
        raise PositionError("A figure stands where no tile is.")


def _check_forest(position: Position) -> None:
    forest = position.forest
    if len(position.market) > MARKET:
        raise PositionError(f"The market has at most {MARKET} tiles.")
    if any(root not in forest for root in ROOTS) or not is_whole(forest):
        raise PositionError("Some tile has no way to the oak, or a root is missing.")
    if not all(fits(without(forest, space), space, tile) for space, tile in forest.items()):
        raise PositionError("Two tiles that touch don't fit: a road ends at the side of the other.")
