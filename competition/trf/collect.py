"""The contents of a file's lines, collected one by one. Records about players wait until all players are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from competition.history import Colour
from i18n.text import say

from .document import Header
from .fields import ROUND_DATES
from .line import TrfLine, whole
from .player_line import PlayerRow, read_player
from .read_scoring import TAGS, ScoringDraft

TEXTS = {
    "012": "name", "022": "city", "032": "federation", "042": "start", "052": "end", "082": "teams", "092": "kind",
    "102": "arbiter", "122": "time_control", "172": "ranking_method", "182": "controller", "192": "type_code",
    "222": "coded_time_control",
}  # fmt: skip
LISTS = {"202": "tie_breaks", "212": "standings"}
COUNTED = {"062", "072"}  # players and rated players, which the writer counts itself
RECORD = re.compile(r"[0-9A-Za-z]{3}(?:\s|$)", re.ASCII)
TEAM_RECORDS = {"300", "310", "320", "330", "352", "362", "801", "802"}
PLAYER_RECORDS = {"240", "250", "260", "299", "XXA", "XXP", "XXZ"}
INITIAL = {"white1": Colour.WHITE, "black1": Colour.BLACK}


class Draft:
    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.deputies: list[str] = []
        self.round_dates: tuple[str, ...] = ()
        self.scoring = ScoringDraft()
        self.rounds: int | None = None
        self.rounds_line: TrfLine | None = None
        self.colour: Colour | None = None
        self.by_rank: TrfLine | None = None
        self.rows: dict[int, PlayerRow] = {}
        self.waiting: list[TrfLine] = []
        self.other: list[str] = []
        self._readers: Mapping[str, Callable[[TrfLine], None]] = {
            "001": self._player, "112": self._deputy, "132": self._dates, "142": self._rounds, "XXR": self._rounds,
            "152": self._colour, "XXC": self._configuration, "162": self.scoring.read_162, "XXS": self.scoring.read_xxs,
        } | dict.fromkeys(TAGS, self.scoring.read_bb)  # fmt: skip

    @property
    def header(self) -> Header:
        header = Header(deputies=tuple(self.deputies), round_dates=self.round_dates)
        return replace(header, **self.fields)

    def read(self, line: TrfLine) -> None:
        if line.text.startswith("###") or not line.text.strip():
            return
        if not RECORD.match(line.text):
            raise line.bad(
                "a line of TRF begins with a code of three letters or digits and a blank, like 001 for a "
                "player, but this one begins with “%(text)s”.",
                text=line.text[:12].strip(),
            )
        if line.tag in TEAM_RECORDS:
            raise line.bad(
                "record %(tag)s belongs to a team tournament, and only tournaments of single players can be read.",
                tag=line.tag,
            )
        self._dispatch(line)

    def _dispatch(self, line: TrfLine) -> None:
        if line.tag in self._readers:
            self._readers[line.tag](line)
        elif line.tag in TEXTS:
            self.fields[TEXTS[line.tag]] = line.value
        elif line.tag in LISTS:
            self.fields[LISTS[line.tag]] = tuple(filter(None, map(str.strip, line.value.split(","))))
        elif line.tag in PLAYER_RECORDS:
            self.waiting.append(line)
        elif line.tag not in COUNTED:
            self.other.append(line.text.rstrip())

    def _player(self, line: TrfLine) -> None:
        row = read_player(line)
        if row.number in self.rows:
            first = self.rows[row.number].line.number
            raise line.bad(
                "the starting number %(number)s is already taken by the player in line %(first)s.",
                number=row.number,
                first=first,
            )
        self.rows[row.number] = row

    def _deputy(self, line: TrfLine) -> None:
        self.deputies += [line.value] if line.value else []

    def _dates(self, line: TrfLine) -> None:
        groups = map(ROUND_DATES.group_at, range(1, ROUND_DATES.groups_in(line.text) + 1))
        self.round_dates = tuple(line.text_in(date) for (date,) in groups)

    def _rounds(self, line: TrfLine) -> None:
        found = line.round_number(whole(line.value), say("the number of rounds"))
        if self.rounds_line and self.rounds != found:
            raise line.bad(
                "the number of rounds is %(found)s here, but %(rounds)s in line %(number)s.",
                found=found,
                rounds=self.rounds or 0,
                number=self.rounds_line.number,
            )
        self.rounds, self.rounds_line = found, line

    def _colour(self, line: TrfLine) -> None:
        if line.value.upper() not in ("W", "B"):
            raise line.bad("record 152 should give the initial colour as W or B, not “%(value)s”.", value=line.value)
        self._set_colour(line, Colour(line.value.lower()))

    def _configuration(self, line: TrfLine) -> None:
        for word in line.value.split():
            if word.lower() in INITIAL:
                self._set_colour(line, INITIAL[word.lower()])
            elif word.lower() == "rank":
                self.by_rank = line
            else:
                raise line.bad("record XXC can hold white1, black1 and rank, not “%(word)s”.", word=word)

    def _set_colour(self, line: TrfLine, colour: Colour) -> None:
        if self.colour not in (None, colour):
            raise line.bad("the initial colour differs from that in an earlier line.")
        self.colour = colour
