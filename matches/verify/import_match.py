"""Importing a match that was played on another site, if its log leads to what is said about it.

It is played again line by line, by the game's own rules: the board, the points and the result are worked out here, and
nothing about them is believed. Its clocks aren't followed, since that takes the outages of the site that ran them. A
match that still runs has its clocks stopped, as by an organiser, until one starts them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.errors import GameError
from i18n.text import noop, say
from matches.clocks import seat_clock
from matches.gate import clock_acts
from matches.models import LogEntry, Match, Seat
from matches.record import fairness
from timekeeping import clock

from .replay import Record, Replay

BATCH = 500
FROM_ELSEWHERE = noop("This match was imported from another site. An organiser can start its clocks.")
_SEED = re.compile("[0-9a-f]{64}")
_SHARES = re.compile("[0-9]{1,2}(/[0-9]{1,2})?( [0-9]{1,2}(/[0-9]{1,2})?)*")


class InvalidImport(ValueError):
    """Raised for a match whose log doesn't lead to what is said about it."""


def import_match(
    match: Match,
    seats: Sequence[Seat],
    lines: Sequence[LogEntry],
    undoes: Mapping[int, int],
    offered: Seat | None = None,
) -> Match:
    """Store the match, with its seats and lines, in their order. Raises ``InvalidImport``.

    Must run inside a transaction. ``undoes`` says which line a line takes back, by their places, and ``offered`` who
    has offered a draw.
    """
    if not _SEED.fullmatch(match.seed) or len(seats) not in match.game.seats:
        raise InvalidImport(match.game_slug)
    if not fairness.is_sound(match, len(seats)):
        raise InvalidImport("origin")
    match.log_length = len(lines)
    match.state = _begun(match, len(seats))
    match.save(force_insert=True)
    for index, seat in enumerate(seats):
        seat.match, seat.index, seat.finished_at = match, index, match.finished_at
        _stop(seat)
    Seat.objects.bulk_create(seats)
    for index, line in enumerate(lines):
        line.match, line.index = match, index
        line.seat, line.about = line.seat, line.about  # by their ids, which they have now
    _replay(match, seats, lines, undoes)
    LogEntry.objects.bulk_create(lines, batch_size=BATCH)
    for index, undone in undoes.items():
        LogEntry.objects.filter(pk=lines[index].pk).update(undoes=lines[undone])
    match.draw_offered_by = offered
    match.save(update_fields=["state", "draw_offered_by"])
    if not match.is_over:
        _stop_clocks(match, seats)
    return match


def _begun(match: Match, seats: int) -> Any:
    try:
        return match.game.dump(match.game.start(match.options, seats, bytes.fromhex(match.seed)))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InvalidImport("options") from error


def _stop(seat: Seat) -> None:
    seat.asked_at = seat.turn_bank = seat.running_since = seat.deadline = seat.remind_at = None
    seat.stopped = ""


class _Replayed(Replay):
    """A replay that gives each line the board it leads to."""

    def __init__(self, match: Match, seats: Sequence[Seat], undoes: Mapping[int, int]) -> None:
        super().__init__(Record(match, list(seats), [], [], None))
        self.undoes = undoes

    def _line(self, line: LogEntry, is_last_at_once: bool) -> None:
        super()._line(line, is_last_at_once)
        line.state = self.game.dump(self.state)

    def _take_back(self, line: LogEntry) -> None:
        move = self.last_move
        if move is None or self.undoes.get(line.index) != move[0].index:
            self.found.append(f"line {line.index} takes back a turn that is not the last one")
        super()._take_back(line)

    def _end(self, lines: list[LogEntry]) -> None:
        self.clocks.followed = False
        super()._end(lines)

    def _is_board(self, stored: Any) -> bool:  # noqa: ARG002 (none was told)
        return True


def _replay(match: Match, seats: Sequence[Seat], lines: Sequence[LogEntry], undoes: Mapping[int, int]) -> None:
    taken_back = {line.index for line in lines if line.kind == LogEntry.Kind.TAKEN_BACK}
    if undoes.keys() != taken_back:
        raise InvalidImport("undoes")
    if not all(_can_be_ruled(line.text) for line in lines if line.kind == LogEntry.Kind.RULING):
        raise InvalidImport("ruling")
    replay = _Replayed(match, seats, undoes)
    try:
        found = replay.run(list(lines))
    except GameError as error:
        raise InvalidImport(f"line {replay.index}") from error
    if found:
        raise InvalidImport(found[0])
    match.state = match.game.dump(replay.state)
    asked = () if match.is_over else match.game.to_act(replay.state)
    numbers = [seat.asked_turn for seat in seats]
    if any((seat.asked_turn is not None) != (seat.index in asked) for seat in seats):
        raise InvalidImport("asked")
    if any(number is not None and number >= match.next_number for number in numbers):
        raise InvalidImport("next number")


def _can_be_ruled(text: str) -> bool:
    """Return whether a text has the form of a decision's shares.

    It is checked before it is computed with: as a number, a few letters may be a billion digits.
    """
    return bool(_SHARES.fullmatch(text)) and sum(map(Fraction, text.split())) in {0, 1}


def _stop_clocks(match: Match, seats: Sequence[Seat]) -> None:
    """Stop the clocks; those that ran continue until the gate stops them, a moment later."""
    now = clock.now()
    for seat in seats:
        if seat.asked_turn is not None:
            seat.asked_at, seat.turn_bank = now, seat.bank
            seat_clock.resume(seat, now)
            seat.save()
    for seat in seats:
        length = Match.objects.values_list("log_length", flat=True).get(pk=match.pk)
        clock_acts.stop_clock(seat, say(FROM_ELSEWHERE), length, cause=LogEntry.Cause.IMPORT)
    match.refresh_from_db()
