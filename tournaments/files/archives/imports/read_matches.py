"""A match in an archive, as rows that aren't stored yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games import game
from matches.models import Handover, LogEntry, Match, Seat
from tournaments.files.archives.open_zip import Archive, Json
from tournaments.files.archives.schema import MATCH, SEAT, TURN
from tournaments.files.archives.serialize import from_json

from .read_clubs import PersonRef, clock_checked, game_checked, obj, options_checked, rows, unfit


@dataclass
class MatchTold:
    """A match of the archive; ``undoes`` says which line takes back which, by place."""

    match: Match
    has_vacation: bool
    seats: list[Seat]
    lines: list[LogEntry]
    undoes: Mapping[int, int]
    handovers: list[Handover]
    offered: Seat | None


def match_read(archive: Archive, file: str, people: PersonRef) -> MatchTold:
    """Read a match's file. Raises ``BadArchive``."""
    told = obj(archive.json(file), file)
    match = from_json(MATCH, told, file)
    game_checked(match.game_slug, file)
    options_checked(match.game_slug, match.options, file)
    clock_checked(match, file)
    seats = [people.row(SEAT, each, where) for each, where in rows(told, "seats", file)]
    if len(seats) not in game(match.game_slug).seats:
        raise unfit(file, "seats")
    lines, undoes = [], {}
    for index, (each, where) in enumerate(rows(told, "turns", file)):
        line = from_json(TURN, each, where)
        line.seat, line.about = _seat(each, "seat", seats, where), _seat(each, "about", seats, where)
        if each.get("undoes") is not None:
            undoes[index] = _earlier(each["undoes"], index, where)
        lines.append(line)
    handovers = _handovers(told, seats, lines, people, file)
    has_vacation = told.get("leave")
    if not isinstance(has_vacation, bool):
        raise unfit(file, "leave")
    offered = _seat(told, "draw_offered_by", seats, file)
    return MatchTold(match, has_vacation, seats, lines, undoes, handovers, offered)


def _handovers(
    told: Mapping[str, Json], seats: list[Seat], lines: list[LogEntry], people: PersonRef, file: str
) -> list[Handover]:
    """Read the handovers of seats, each with its line of the log. Raises ``BadArchive``.

    A seat must belong to its player from the line of its last handover on.
    """
    found, since = [], [0] * len(seats)
    for each, where in rows(told, "handovers", file):
        seat, index = _seat(each, "seat", seats, where), each.get("line")
        if seat is None or type(index) is not int or not 0 <= index < len(lines):
            raise unfit(where, "line")
        if lines[index].kind != LogEntry.Kind.HANDED_OVER or lines[index].seat is not seat:
            raise unfit(where, "line")
        since[seats.index(seat)] = max(since[seats.index(seat)], index)
        handover = Handover(seat=seat, line=lines[index])
        people.mark(handover, "player", each, where)
        found.append(handover)
    if since != [seat.since for seat in seats]:
        raise unfit(file, "since")
    return found


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
    """Return the length of the match's log, before any of it is trusted."""
    told = archive.json(file)
    return len(told["turns"]) if isinstance(told, dict) and isinstance(told.get("turns"), list) else 0
