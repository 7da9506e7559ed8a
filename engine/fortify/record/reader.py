"""Reading the text of a match record (see ``engine.fortify.record.record``), without judging its contents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.errors import BadRecord
from engine.fortify.board.units import SIDE_NAMES
from engine.fortify.match.options import clean_options
from engine.record.common_headers import Frame, Head
from engine.record.record import Entry, Record
from engine.record.statements import DEED, Statement, read_deed, read_statements, write_deed

GAME_NAME: Final = "Fortify"
SEATS: Final = range(2, 3)
FRAME: Final = Frame(
    game=GAME_NAME,
    options={"map": "Map", "own_map": "MapText", "format": "Format", "special": "SpecialWarfare"},
    derived="Army[12]|Result|Points|Volleys",
)

STATEMENT = re.compile(
    rf"""(?<!\S)(?:
        volley\s+(?P<volley>\d{{1,2}}):\s+player\s+(?P<red>[12])\s+is\s+(?P<red_side>red|green)
            (?:,\s+player\s+(?P<other>[12])\s+is\s+(?P<other_side>red|green))?
      | (?P<number>\d{{1,6}})\.(?:\s+(?P<side>red|green)(?!\S))?
      | player\s+(?P<chooser>[12])\s+(?P<choice>picks|chooses)
      | {DEED}
    )(?!\S)""",
    re.IGNORECASE | re.VERBOSE,
)


Deed = Literal["plays", "picks", "chooses", "ends"]


@dataclass(frozen=True, slots=True)
class VolleyLine:
    """An entry with what the text says about it: its deed and, for a turn on the board, its volley and number there.

    ``line`` is the line of the text.
    """

    entry: Entry
    deed: Deed
    line: int
    volley: int = 0
    turn: int = 0

    def __str__(self) -> str:
        if self.entry.seat is None or self.deed == "ends":
            return write_deed(self.entry)
        who = f"Player {self.entry.seat + 1}"
        if self.deed == "plays":
            return f"Volley {self.volley}, turn {self.turn} ({who}, {self.entry.text})"
        return f"{who} {self.deed} {self.entry.text}".rstrip()


class Heading(NamedTuple):
    """The heading of a volley in the text, and the seat that is Red in it."""

    volley: int
    red: int
    line: int

    def __str__(self) -> str:
        return f"The heading of volley {self.volley}"


class Parsed(NamedTuple):
    head: Head
    record: Record
    lines: tuple[VolleyLine | Heading, ...]


def parse(text: str) -> Parsed:
    """Read a record, with the volley and turn that its text gives for each entry. Raises ``BadRecord``."""
    head = FRAME.read(text, SEATS)
    for name in ("Map", "Format"):
        if name not in head.headers.values:
            raise BadRecord(f"The record has no {name} header.")
    options = FRAME.read_options(head, clean_options)
    reader = _Reader()
    statements = read_statements(head.text, head.headers.end, STATEMENT)
    lines = tuple(reader.line(statement) for statement in statements)
    entries = tuple(line.entry for line in lines if isinstance(line, VolleyLine))
    return Parsed(head, head.record(options, entries), lines)


def _red_seat(player: str, side: str) -> int:
    """Return the seat that is Red if the given player has the given side."""
    return (int(player) - 1) ^ (side.lower() == "green")


class _Reader:
    """A reader that turns statements into lines, keeping track of the volley and turn reached."""

    def __init__(self) -> None:
        self.volley = 0
        self.turn = 0
        self.red = 0

    def line(self, statement: Statement) -> VolleyLine | Heading:
        match = statement.match
        if match["volley"]:
            return self._begin_volley(statement)
        if match["number"]:
            return self._turn(statement)
        if match["choice"]:
            entry = Entry("play", int(match["chooser"]) - 1, statement.rest)
            return VolleyLine(entry, "picks" if match["choice"].lower() == "picks" else "chooses", statement.line)
        return VolleyLine(read_deed(statement), "ends", statement.line)

    def _begin_volley(self, statement: Statement) -> Heading:
        match = statement.match
        statement.check_nothing_follows()
        if int(match["volley"]) != self.volley + 1:
            raise BadRecord(f"Volley {match['volley']} stands where volley {self.volley + 1} should begin.")
        self.volley, self.turn = self.volley + 1, 0
        self.red = _red_seat(match["red"], match["red_side"])
        if match["other"] and (
            match["other"] == match["red"] or _red_seat(match["other"], match["other_side"]) != self.red
        ):
            raise BadRecord(f"The heading of volley {self.volley} does not make one player Red and the other Green.")
        return Heading(self.volley, self.red, statement.line)

    def _turn(self, statement: Statement) -> VolleyLine:
        match, rest = statement.match, statement.rest
        where = f"Volley {self.volley}, turn {match['number']}"
        if self.volley == 0:
            raise BadRecord(f"Turn {match['number']} stands before the heading of the first volley.")
        if int(match["number"]) != self.turn + 1:
            raise BadRecord(f"{where} stands where turn {self.turn + 1} should be.")
        side = self.turn % 2
        if match["side"] and match["side"].capitalize() != SIDE_NAMES[side]:
            raise BadRecord(f"{where} is {SIDE_NAMES[side]}’s, not {match['side'].capitalize()}’s.")
        if not rest:
            raise BadRecord(f"{where} is empty; a turn without actions is written as pass.")
        self.turn += 1
        return VolleyLine(Entry("play", self.red ^ side, rest), "plays", statement.line, self.volley, self.turn)
