"""A match that an archive tells, as rows that are not stored yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import game, games
from engine.said import say
from matches.models import Handover, Match, Seat, Turn

from .columns import MATCH, SEAT, TURN
from .opening import Archive, BadArchive, Json
from .reading import Whoever, clock_checked, obj, options_checked, rows, unfit
from .rows import made


@dataclass
class MatchTold:
    """``undoes`` says which line a line takes back, by their places."""

    match: Match
    has_leave: bool
    seats: list[Seat]
    lines: list[Turn]
    undoes: Mapping[int, int]
    handovers: list[Handover]
    offered: Seat | None


def match_read(archive: Archive, file: str, people: Whoever) -> MatchTold:
    """Raises ``BadArchive``."""
    told = obj(archive.json(file), file)
    match = made(Match, MATCH, told, file)
    if match.game_slug not in {each.slug for each in games()}:
        raise BadArchive(
            say("%(where)s: this site does not know the game “%(game)s”.", where=file, game=match.game_slug)
        )
    options_checked(match.game_slug, match.options, file)
    clock_checked(match, file)
    seats = []
    for each, where in rows(told, "seats", file):
        seat = made(Seat, SEAT, each, where)
        seat.known_as = people.mark(seat, "player", each, where) or seat.known_as
        seats.append(seat)
    if len(seats) not in game(match.game_slug).seats:
        raise unfit(file, "seats")
    lines, undoes = [], {}
    for index, (each, where) in enumerate(rows(told, "turns", file)):
        line = made(Turn, TURN, each, where)
        line.seat, line.about = _seat(each, "seat", seats, where), _seat(each, "about", seats, where)
        if each.get("undoes") is not None:
            undoes[index] = _earlier(each["undoes"], index, where)
        lines.append(line)
    handovers = []
    for each, where in rows(told, "handovers", file):
        seat_, line_ = _seat(each, "seat", seats, where), each.get("line")
        if seat_ is None or type(line_) is not int or not 0 <= line_ < len(lines):
            raise unfit(where, "line")
        handover = Handover(seat=seat_, line=lines[line_])
        people.mark(handover, "player", each, where)
        handovers.append(handover)
    has_leave = told.get("leave")
    if not isinstance(has_leave, bool):
        raise unfit(file, "leave")
    offered = _seat(told, "draw_offered_by", seats, file)
    return MatchTold(match, has_leave, seats, lines, undoes, handovers, offered)


def _seat(told: Mapping[str, Json], name: str, seats: list[Seat], where: str) -> Seat | None:
    index = told.get(name)
    if index is None:
        return None
    if type(index) is not int or not 0 <= index < len(seats):
        raise unfit(where, name)
    return seats[index]


def _earlier(told: Json, index: int, where: str) -> int:
    if type(told) is not int or not 0 <= told < index:
        raise unfit(where, "undoes")
    return told


def lines_in(archive: Archive, file: str) -> int:
    """How long the match's log is, before anything of it is believed."""
    told = archive.json(file)
    return len(told["turns"]) if isinstance(told, dict) and isinstance(told.get("turns"), list) else 0
