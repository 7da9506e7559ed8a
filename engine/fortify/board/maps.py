"""Maps as data (rules 1, R1).

The text of a map is its name, the number of slots of its reinforcement track, and its rows from the top, each
space ``L`` (Land), ``W`` (Water) or ``S`` (Shore)::

    # a comment
    name: 4x5
    slots: 3
    W W W W
    W W S S
    S S S S
    S S L L
    L L L L

Blanks within a row, empty lines and the case of letters do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final, Literal

from engine.errors import GameError
from i18n.text import listed, noop, say

from .spaces import MAX_COLUMNS, MAX_ROWS, SPACE_COUNT, STRIDE, space_at, space_name, spread

Terrain = Literal["L", "W", "S"]
TERRAIN_NAMES: Final = {"L": noop("Land"), "W": noop("Water"), "S": noop("Shore")}
MAP_NAMES: Final = ("4x5", "5x5")
MAX_SLOTS: Final = 9
_LONGEST_TEXT: Final = 10_000
_FOLDER: Final = Path(__file__).parent / "maps"


class MapError(GameError):
    """An error for a map that doesn't exist, or a text that is no map; the message is one sentence."""


@dataclass(frozen=True)
class Map:
    """A map: ``rows`` from the top, each a string of ``L``, ``W`` and ``S``. Raises ``MapError`` for a wrong one."""

    name: str
    slots: int
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        fault = _fault(self)
        if fault:
            raise MapError(fault)

    @classmethod
    def from_text(cls, text: str) -> Map:
        """Read the map that a text describes (see the top of this module). Raises ``MapError``."""
        headers: dict[str, str] = {}
        rows = []
        for line in text.removeprefix("\ufeff").splitlines():
            key, colon, value = line.partition(":")
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if colon:
                if key.strip().lower() in headers:
                    raise MapError(say("The map has two lines “%(key)s:”.", key=key.strip()))
                headers[key.strip().lower()] = value.strip()
            else:
                rows.append("".join(line.split()).upper())
        return cls(_header(headers, "name"), _slots(_header(headers, "slots")), tuple(rows))

    def to_text(self) -> str:
        """Write the text that ``from_text`` reads."""
        return "\n".join([f"name: {self.name}", f"slots: {self.slots}", *map(" ".join, self.rows), ""])

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """All spaces of the map in the order a1, b1, …, then a2, b2, … (ascending numbers, not consecutive ones)."""
        return tuple(space_at(column, row) for row in range(self.height) for column in range(self.columns))

    def terrain_at(self, space: int) -> Terrain:
        """Return the terrain of a space, as a letter."""
        row, column = divmod(space, STRIDE)
        letter = self.rows[self.height - 1 - row][column]
        return "L" if letter == "L" else "W" if letter == "W" else "S"

    def has(self, space: int) -> bool:
        """Return whether a space is on this map."""
        return bool(self.board >> space & 1)

    @property
    def last_name(self) -> str:
        """The name of the space at the top right."""
        return space_name(self.spaces[-1])

    # -- sets of spaces, as bits --------------------------------------------------------------------------------

    @cached_property
    def board(self) -> int:
        """The set of all spaces."""
        return sum(1 << space for space in self.spaces)

    @cached_property
    def shore(self) -> int:
        """The set of Shore spaces."""
        return self._where("S")

    @cached_property
    def suitable(self) -> tuple[int, int, int, int, int]:
        """The spaces on which each unit type may be (rules 1, "Terrain", and R3)."""
        ground = self._where("LS")
        return ground, ground, self._where("WS"), self.board, self._where("L")

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """The spaces adjacent to each space."""
        return tuple(spread(1 << space) & self.board for space in range(SPACE_COUNT))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The other spaces in each space's row and column."""
        row = (1 << self.columns) - 1
        column = sum(1 << space_at(0, index) for index in range(self.height))
        return tuple(
            ((row << space // STRIDE * STRIDE) | (column << space % STRIDE)) & self.board & ~(1 << space)
            for space in range(SPACE_COUNT)
        )

    def _where(self, letters: str) -> int:
        return sum(1 << space for space in self.spaces if self.terrain_at(space) in letters)


@cache
def load_map(name: str) -> Map:
    """Load a map that comes with the game. Raises ``MapError``."""
    if name not in MAP_NAMES:
        raise MapError(say("There is no map “%(name)s”: the maps are %(maps)s.", name=name, maps=listed(MAP_NAMES)))
    return Map.from_text((_FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def open_map(name: str) -> Map:
    """Load a map that comes with the game, or one of your own from the path of its text. Raises ``MapError``."""
    if name in MAP_NAMES:
        return load_map(name)
    try:
        with Path(name).open(encoding="utf-8") as file:
            text = file.read(_LONGEST_TEXT + 1)
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no possible path
        raise MapError(
            f"There is no map “{name}”: the maps are {' and '.join(MAP_NAMES)}, or the path of a map file."
        ) from error
    if len(text) > _LONGEST_TEXT:
        raise MapError(f"The file {name} is too long for a map.")
    return Map.from_text(text)


def _header(headers: dict[str, str], key: str) -> str:
    unknown = sorted(set(headers) - {"name", "slots"})
    if unknown:
        raise MapError(say("A map can’t have a line “%(key)s:”, only “name:”, “slots:” and its rows.", key=unknown[0]))
    if key not in headers:
        raise MapError(say("The map has no line “%(key)s:”.", key=key))
    return headers[key]


def _slots(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise MapError(
            say("The number of slots must be from 1 to %(most)s, not “%(text)s”.", most=MAX_SLOTS, text=text)
        )
    return int(text)


def _fault(candidate: Map) -> str | None:
    """Explain why this is no map, as a sentence (R1)."""
    widths = {len(row) for row in candidate.rows}
    strange = sorted(set("".join(candidate.rows)) - set("LWS"))
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9._-])?", candidate.name):
        return say("A map’s name is 1 to 40 letters, digits, blanks, dots, dashes or underscores.")
    if not 1 <= candidate.slots <= MAX_SLOTS:
        return say(
            "The number of slots must be from 1 to %(most)s, not %(slots)s.", most=MAX_SLOTS, slots=candidate.slots
        )
    if not 2 <= len(candidate.rows) <= MAX_ROWS:
        return say("A map has 2 to %(most)s rows, not %(number)s.", most=MAX_ROWS, number=len(candidate.rows))
    if strange:
        return say("A map’s spaces are L, W or S, not “%(letter)s”.", letter=strange[0])
    if len(widths) > 1:
        return say("All rows of a map must have the same length.")
    if not 2 <= widths.pop() <= MAX_COLUMNS:
        return say("A map has 2 to %(most)s columns, not %(number)s.", most=MAX_COLUMNS, number=len(candidate.rows[0]))
    if "S" not in "".join(candidate.rows):
        return say("A map needs at least one Shore space, since a volley begins on Shore.")
    return None
