"""A match while its row is locked: what an act reads of it, and changes in memory.

Every decision appends its line to the log, and a line for each turn that it has played ahead or passed on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from engine.errors import GameError
from engine.values import Outcome, Played
from i18n.text import Text, say
from jobs.hooks import count_metric
from matches import hooks
from matches.clocks import seat_clock
from matches.input.text import cut
from matches.mails.causes import News, NewsKind
from matches.models import LogEntry, Mark, Match, Seat
from matches.record import fairness

from . import baton
from .refused import MatchRefused

MOST_OPENED = 8  # picks that the log opens one by one; of more, the record does

LEAVES = frozenset(
    {LogEntry.Kind.RESIGNATION, LogEntry.Kind.TIME, LogEntry.Kind.FORFEIT}
)  # what a seat leaves a match by

# Fields that acts may change: ``lock.save`` writes these and no others. A value that is JSON must be replaced as a
# whole, since a change within it isn't noticed.
_SAVED_SEAT_FIELDS = (*seat_clock.FIELDS, "player_id", "since", "ahead", "orders", "share", "score", "finished_at")
_SAVED_MATCH_FIELDS = (
    "next_number",
    "log_length",
    "draw_offered_by_id",
    "status",
    "finished_at",
    "last_turn_at",
    "all_stopped",
    "clock_act",
    "stalled_at",
    "how_it_ended",
    "result_words",
)


class AsRead(NamedTuple):
    """A match and its seats as they were stored when they were read."""

    log_length: int
    match: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, match: Match, seats: Iterable[Seat]) -> AsRead:
        return cls(
            match.log_length, _fields(match, _SAVED_MATCH_FIELDS), [_fields(seat, _SAVED_SEAT_FIELDS) for seat in seats]
        )


def _fields(row: Match | Seat, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


class LockedMatch:
    """The match, its seats and its state, read under the lock at one moment, ``now``.

    Everything is changed in memory first; ``lock.save`` writes it. ``news`` collects what players must hear of.
    """

    def __init__(self, match: Match, now: datetime, seats: Iterable[Seat]) -> None:
        self.match = match
        self.game = match.game
        self.seats = sorted(seats, key=attrgetter("index"))
        for seat in self.seats:
            seat.match = match
        self.state: Any = self.game.load(match.state)
        self.now = now
        self.lines: list[LogEntry] = []
        self.news: list[News] = []
        self.as_read = AsRead.of(match, self.seats)

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other.pk != seat.pk]

    def has_left(self, seat: Seat) -> bool:
        """Return whether the seat gave up, or was lost, while the others play on."""
        return seat.index in self.game.given_up(self.state)

    def left_by(self, seat: Seat) -> LogEntry | None:
        """Return the line of the log by which the seat left while the others play on; ``None`` if it hasn't."""
        lines = self.match.log.filter(seat=seat, kind__in=LEAVES) if self.has_left(seat) else self.match.log.none()
        return lines.order_by("-index").first()

    def line_from(self, index: int) -> LogEntry | None:
        """Return the first stored line of the log from that index on, leaving out messages."""
        return self._done().filter(index__gte=index).order_by("index").first()

    def last_line(self) -> LogEntry | None:
        """Return the last stored line of the log, leaving out messages."""
        return self._done().order_by("-index").first()

    def ended_by(self, kind: LogEntry.Kind, seat: Seat) -> LogEntry | None:
        """Return the line by which the seat ended the match in that way, as the answer to a repeated request."""
        last = self.last_line() if self.match.is_over else None
        return last if last is not None and (last.kind, last.seat_id) == (kind, seat.pk) else None

    def _done(self) -> QuerySet[LogEntry]:
        return self.match.log.exclude(kind=LogEntry.Kind.SAID)

    def state_without(self, seat: Seat, how: Literal["resignation", "time"]) -> Any:
        """Return the game's state after the seat gave up or ran out of time. Raises ``MatchRefused``."""
        try:
            return self.game.forfeit(self.state, seat.index, how)
        except GameError as error:
            raise MatchRefused(error.args[0], "illegal") from error

    # -- changing --------------------------------------------------------------------------------------------------

    def close_request(self, seat: Seat, answered_at: datetime) -> dict[str, Any]:
        """Stop asking the seat, which has answered or never will, and stop its clock; return the clock as it was."""
        before = seat_clock.snapshot(seat, answered_at)
        seat_clock.answer(seat, self.match.control, answered_at, all_stopped=self.match.all_stopped)
        if seat.ahead == Seat.Ahead.DROPPED:
            seat.ahead = ""
        return before

    def log_play(
        self,
        seat: Seat,
        number: int,
        played: Played,
        via: LogEntry.Via,
        message: str,
        at: datetime,
        before: Mapping[str, Any],
    ) -> LogEntry:
        """Log a turn that the seat played; ``before`` is its clock as ``close_request`` returned it."""
        turn = LogEntry(kind=LogEntry.Kind.PLAY, seat=seat, number=number, via=via, message=message, stamped_at=at)
        turn.before = {**before, "reveals": played.reveals}
        return self._append_played(turn, played)

    def log_ahead(self, seat: Seat, text: str, via: LogEntry.Via, *, is_ordered: bool = False) -> LogEntry:
        """Play a turn that the seat has set ahead, at the moment in which it is asked for. Raises ``GameError``.

        If it ``is_ordered``, only the seat is told that it wasn't played by hand.
        """
        played = self.game.play(self.state, seat.index, text)
        number = self._ask(seat)
        before = self.close_request(seat, self.now)
        turn = self.log_play(seat, number, played, via, "", self.now, before)
        turn.before = {**(turn.before or {}), **({"ordered": True} if is_ordered else {})}
        return turn

    def log_default(self, seat: Seat, number: int, played: Played, words: Text, at: datetime) -> LogEntry:
        """Log a turn that the clock played for the seat."""
        turn = LogEntry(kind=LogEntry.Kind.DEFAULT, seat=seat, number=number, via=LogEntry.Via.CLOCK, stamped_at=at)
        turn = self._append_played(turn, played)
        turn.words = turn.public_words = words
        return turn

    def log(
        self,
        kind: LogEntry.Kind,
        seat: Seat | None,
        via: LogEntry.Via,
        words: Text,
        state: Any = None,
        *,
        about: Seat | None = None,
        amount: timedelta | None = None,
    ) -> LogEntry:
        """Log a line that isn't a turn; ``state`` only if it changes something on the board."""
        line = LogEntry(
            kind=kind,
            seat=seat,
            via=via,
            words=words,
            public_words=words,
            about=about,
            amount=amount,
            stamped_at=self.now,
        )
        if state is not None:
            before, self.state = self.state, state
            line.notes = self._opened(before)
        return self._append(line)

    def tell(self, kind: NewsKind, seats: Iterable[Seat], line: LogEntry | None = None, **context: int) -> None:
        """Have news of this kind emailed to the players of these seats, once everything is written.

        ``line`` is the line of the log that the news is about, if any.
        """
        self.news += [News(kind, seat, line, context) for seat in seats]

    def move_on(self) -> None:
        """Ask the players whose turn it is, or end the match."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self._pass_baton()
            self.ask(self.game.to_act(self.state))
            self._tell_others()
        else:
            self.finish(outcome)

    def _pass_baton(self) -> None:
        """Pass the turn of a player on vacation on, if the terms say so.

        Players who are skipped keep their clocks as they were; each has a turn of its own number in the log.
        """
        match = self.match
        if not match.baton or match.all_stopped:
            return
        away = {seat.index for seat in self.seats if seat_clock.is_away(seat, self.now)}
        people = {seat.index for seat in self.seats if seat.player is not None and not seat.player.is_computer}
        for index, state in baton.passes(self.game, self.state, away, people - away):
            seat = self.seats[index]
            number = self._ask(seat) if seat.asked_turn is None else seat.asked_turn
            seat_clock.withdraw_request(seat)
            (to,) = self.game.to_act(state)
            name = self.game.sides(len(self.seats))[to].name
            words = say("On vacation: the turn passes to %(player)s.", player=name)
            self.log(LogEntry.Kind.BATON, seat, LogEntry.Via.CLOCK, words, state).before = {"number": number}

    def ask(self, indexes: Iterable[int]) -> None:
        """Ask these seats, and no others. A seat that is asked already keeps its number and its clock."""
        asked = frozenset(indexes)
        if not asked:
            raise RuntimeError(f"{self.match}: the game is not over, and asks nobody.")
        for seat in self.seats:
            if seat.index not in asked:
                if seat.asked_turn is not None:
                    self.close_request(seat, self.now)
            elif seat.asked_turn is None:
                self._ask(seat)
                seat.ahead = self._left_ahead(seat)
                self.tell("your_turn", [seat], self.lines[-1] if self.lines else None)

    def _tell_others(self) -> None:
        """Tell players that someone has left, or that a baton was passed, unless an email about their turn tells them.

        A player who resigned knows already.
        """
        asked = {news.seat.pk for news in self.news if news.kind == "your_turn"}
        line = next((line for line in self.lines if line.kind in LEAVES), None)  # an act has one at most
        if line is not None:
            know = {*asked, line.seat_id} if line.kind == LogEntry.Kind.RESIGNATION else asked
            concerned = [seat for seat in self.seats if seat.pk == line.seat_id or not self.has_left(seat)]
            self.tell("seat_left", [seat for seat in concerned if seat.pk not in know], line)
        if self.lines and self.lines[-1].kind == LogEntry.Kind.BATON:
            playing = [seat for seat in self.seats if not self.has_left(seat)]
            self.tell("baton_passed", [seat for seat in playing if seat.pk not in asked], self.lines[-1])

    def ask_anew(self, seat: Seat) -> None:
        """Ask this seat alone again for what it is asked for, under a new number that no one knows yet."""
        self._ask(seat)
        self.tell("your_turn", [seat])

    def finish(self, outcome: Outcome) -> None:
        """End the match with this outcome. The log already has the line that says why."""
        results = zip(map(share_of, outcome.shares), outcome.scores, strict=True)
        self._end(outcome.how, outcome.words, list(results))

    def annul(self, words: Text) -> None:
        """End the match without a result."""
        self._end("annulled", words, [(None, None)] * len(self.seats))

    def _ask(self, seat: Seat) -> int:
        number = self.match.next_number
        seat_clock.ask(seat, number, self.now)
        self.match.next_number += 1
        return number

    def _left_ahead(self, seat: Seat) -> str:
        """Return the new ``ahead`` of a seat that is asked now: its conditional turns are used up or dropped.

        They are dropped if they didn't answer the turn that led here. If no turn did, but one was taken back, it is as
        if they had never been set.
        """
        is_dropped = seat.ahead == Seat.Ahead.SET and self.lines and self.lines[-1].number is not None
        return Seat.Ahead.DROPPED if is_dropped else ""

    def _opened(self, before: Any) -> list[Text]:
        """Return the notes that open the picks that were secret before, once no one has a secret any longer."""
        if not self.game.keeps_secret(before) or self.game.keeps_secret(self.state):
            return []
        picks = fairness.unopened(self.match, self.game)
        if len(picks) > MOST_OPENED:
            return [fairness.all_opened_words(len(picks))]
        return [fairness.opened_words(self.match, each) for each in picks]

    def _append_played(self, turn: LogEntry, played: Played) -> LogEntry:
        before, self.state = self.state, played.state
        turn.text = played.text
        turn.words = played.words
        turn.public_words = played.public_words
        turn.secret = played.secret
        turn.match = self.match
        bound = [fairness.committed_words(turn.match, turn)] if turn.secret else self._opened(before)
        turn.notes = [*played.notes, *bound]
        match = self.match
        match.last_turn_at, match.stalled_at = self.now, None
        if match.draw_offered_by_id != turn.seat_id:  # a player who was offered a draw has let it lapse
            match.draw_offered_by = None
        if turn.secret and turn.seat is not None and turn.seat.index not in self.game.to_act(self.state):
            self.tell("pick_made", [other for other in self.others(turn.seat) if self._hears_of_pick(other)], turn)
        return self._append(turn)

    def _hears_of_pick(self, seat: Seat) -> bool:
        """Return whether the seat gets an email about the other player's pick.

        It does if it still plays and the pick doesn't lead to its own turn, whose email tells what binds the pick. In a
        match of more than two it doesn't: each round of picks would cause an email for every seat.
        """
        if len(self.seats) > 2:
            return False
        is_newly_asked = seat.asked_turn is None and seat.index in self.game.to_act(self.state)
        return not (is_newly_asked or self.has_left(seat))

    def _append(self, line: LogEntry) -> LogEntry:
        line.match = self.match
        line.index = self.match.log_length
        line.state = self.game.dump(self.state)
        line.at = self.now
        self.lines.append(line)
        _count(line)
        self.match.log_length += 1
        return line

    def _end(self, how: str, words: str, results: Sequence[tuple[Decimal | None, int | None]]) -> None:
        match = self.match
        match.status = Match.Status.FINISHED
        match.finished_at = self.now
        match.draw_offered_by = None
        match.how_it_ended = cut(how, 24)
        match.result_words = words
        for seat, (share, score) in zip(self.seats, results, strict=True):
            if seat.asked_turn is not None:
                self.close_request(seat, self.now)
            seat.stopped = seat.ahead = ""
            seat.orders = None
            seat.share, seat.score, seat.finished_at = share, score, self.now
        if self.game.together:
            Mark.objects.filter(seat__match=match).delete()
        self.tell("match_over", self.seats)
        announce(hooks.match_finished, match)


BY_THE_CLOCK = {LogEntry.Kind.TIME: "lost", LogEntry.Kind.DEFAULT: "passed", LogEntry.Kind.VACATION_DAY: "leave_day"}


def _count(line: LogEntry) -> None:
    if line.kind == LogEntry.Kind.PLAY:
        count_metric("turns", via=line.via)
    elif outcome := BY_THE_CLOCK.get(LogEntry.Kind(line.kind)):
        count_metric("deadlines_decided", outcome=outcome)


def announce(signal: Any, match: Match) -> None:
    """Send the signal once the transaction has been committed."""
    transaction.on_commit(partial(signal.send_robust, sender=Match, match=match), robust=True)


def share_of(share: Fraction) -> Decimal:
    """Return a share as it is stored."""
    return (Decimal(share.numerator) / share.denominator).quantize(Decimal("0.0001"))
