"""Reading the text of a match record (see ``engine.fortify.record.record``), without judging what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.fortify.board.units import SIDE_NAMES
from engine.fortify.match.options import clean_options
from engine.game import BadOption, BadRecord, Entry, Record

from .headers import read_headers

GAME_NAME: Final = "Fortify"
OPTION_HEADERS: Final = {"map": "Map", "own_map": "MapText", "format": "Format", "special": "SpecialWarfare"}
DERIVED: Final = ("Army1", "Army2", "Result", "Points", "Volleys")
RESERVED: Final = frozenset({"Game", "Player1", "Player2", "Seed", *OPTION_HEADERS.values(), *DERIVED})

STATEMENT = re.compile(
    r"""(?<!\S)(?:
        volley\ (?P<volley>\d{1,2}):\ player\ (?P<red>[12])\ is\ (?P<red_side>red|green)
            (?:,\ player\ (?P<other>[12])\ is\ (?P<other_side>red|green))?
      | (?P<number>\d{1,6})\.(?:\ (?P<side>red|green)(?!\S))?
      | player\ (?P<player>[12])\ (?P<deed>picks|chooses|resigns|loses\ on\ time)
      | (?P<draw>draw\ agreed)
    )(?!\S)""",
    re.IGNORECASE | re.VERBOSE,
)


Deed = Literal["plays", "picks", "chooses", "resigns", "loses on time", "draw agreed"]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry and what the text says it is: for a turn on the board, also its volley and its number there."""

    entry: Entry
    deed: Deed
    volley: int
    turn: int = 0

    def __str__(self) -> str:
        if self.entry.seat is None:
            return self.deed.capitalize()
        who = f"Player {self.entry.seat + 1}"
        if self.deed == "plays":
            return f"Volley {self.volley}, turn {self.turn} ({who}, {self.entry.text})"
        return f"{who} {self.deed} {self.entry.text}".rstrip()


class Heading(NamedTuple):
    """Where the text says that a volley begins, and which seat is Red in it."""

    volley: int
    red: int

    def __str__(self) -> str:
        return f"The heading of volley {self.volley}"


class Parsed(NamedTuple):
    record: Record
    lines: tuple[Line | Heading, ...]
    claims: dict[str, str]  # the derived headers the text has


def parse(text: str) -> Parsed:
    """A record with the places and claims its text makes. Raises ``BadRecord``."""
    headers, body = read_headers(text.removeprefix("\ufeff"))
    if headers.get("Game") != GAME_NAME:
        raise BadRecord('This is no Fortify record: it does not begin with the header [Game "Fortify"].')
    lines = tuple(_lines(_without_comments(body)))
    record = Record(
        options=_options(headers),
        seed=_seed(headers.get("Seed")),
        players=(headers.get("Player1", ""), headers.get("Player2", "")),
        entries=tuple(line.entry for line in lines if isinstance(line, Line)),
        headers={key: value for key, value in headers.items() if key not in RESERVED},
    )
    return Parsed(record, lines, {key: headers[key] for key in DERIVED if key in headers})


def _options(headers: dict[str, str]) -> dict[str, str]:
    for name in ("Map", "Format"):
        if name not in headers:
            raise BadRecord(f"The record has no {name} header.")
    raw = {key: headers.get(name, "") for key, name in OPTION_HEADERS.items()}
    try:
        return clean_options(raw)
    except BadOption as error:
        raise BadRecord(f"The {OPTION_HEADERS[error.key]} header: {error}") from error


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    if re.fullmatch("[0-9a-fA-F]{64}", text) is None:
        raise BadRecord("The Seed header is not 64 hexadecimal digits.")
    return bytes.fromhex(text)


def _without_comments(body: str) -> str:
    plain = " ".join(re.sub(r"\{[^{}]*\}", " ", body).split())
    if "{" in plain or "}" in plain:
        raise BadRecord("A comment in braces is not closed, or closes without having begun.")
    return plain


def _lines(body: str) -> Iterator[Line | Heading]:
    found = list(STATEMENT.finditer(body))
    before = body[: found[0].start()] if found else body
    if before.strip():
        raise BadRecord(f"“{_short(before)}” is neither a header nor a turn.")
    ends = [*(match.start() for match in found[1:]), len(body)]
    reader = _Reader()
    for match, end in zip(found, ends, strict=False):
        yield reader.line(match, body[match.end() : end].strip())


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 40 else text[:39] + "…"


def _red_seat(player: str, side: str) -> int:
    """The seat that is Red where this player is of this side."""
    return (int(player) - 1) ^ (side.lower() == "green")


class _Reader:
    """Turns statements into lines, keeping the volley and turn that the text has reached."""

    def __init__(self) -> None:
        self.volley = 0
        self.turn = 0
        self.red = 0

    def line(self, match: re.Match[str], rest: str) -> Line | Heading:
        if match["volley"]:
            return self._begin_volley(match, rest)
        if match["number"]:
            return self._turn(match, rest)
        if match["draw"]:
            self._nothing_after(match, rest)
            return Line(Entry("agreement"), "draw agreed", self.volley)
        return self._deed(match, rest)

    def _begin_volley(self, match: re.Match[str], rest: str) -> Heading:
        self._nothing_after(match, rest)
        if int(match["volley"]) != self.volley + 1:
            raise BadRecord(f"Volley {match['volley']} stands where volley {self.volley + 1} should begin.")
        self.volley, self.turn = self.volley + 1, 0
        self.red = _red_seat(match["red"], match["red_side"])
        if match["other"] and (
            match["other"] == match["red"] or _red_seat(match["other"], match["other_side"]) != self.red
        ):
            raise BadRecord(f"The heading of volley {self.volley} does not make one player Red and the other Green.")
        return Heading(self.volley, self.red)

    def _turn(self, match: re.Match[str], rest: str) -> Line:
        where = f"Volley {self.volley}, turn {match['number']}"
        if self.volley == 0:
            raise BadRecord(f"Turn {match['number']} stands before the heading of the first volley.")
        if int(match["number"]) != self.turn + 1:
            raise BadRecord(f"{where} stands where turn {self.turn + 1} should be.")
        side = self.turn % 2
        if match["side"] and match["side"].capitalize() != SIDE_NAMES[side]:
            raise BadRecord(f"{where} is {SIDE_NAMES[side]}'s, not {match['side'].capitalize()}'s.")
        if not rest:
            raise BadRecord(f"{where} is empty; a turn without actions is written as pass.")
        self.turn += 1
        return Line(Entry("play", self.red ^ side, rest), "plays", self.volley, self.turn)

    def _deed(self, match: re.Match[str], rest: str) -> Line:
        seat = int(match["player"]) - 1
        deed = match["deed"].lower()
        if deed in ("picks", "chooses"):
            return Line(Entry("play", seat, rest), "picks" if deed == "picks" else "chooses", self.volley)
        self._nothing_after(match, rest)
        if deed == "resigns":
            return Line(Entry("resignation", seat), "resigns", self.volley)
        return Line(Entry("time", seat), "loses on time", self.volley)

    @staticmethod
    def _nothing_after(match: re.Match[str], rest: str) -> None:
        if rest:
            raise BadRecord(f"“{_short(rest)}” cannot follow “{match[0]}”.")
