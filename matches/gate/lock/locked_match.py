"""A match while its row is locked: how one decision is written down.

An act decides (``locking``); this stores. Every decision appends exactly one line to the log, and the match is
saved only if its log is as long as it was when it was locked: that guard holds where the database has no row locks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from engine.values import Outcome, Played
from i18n.text import Text, say
from jobs import clock, counts
from matches import fairness, hooks
from matches.clocks import seat_clock
from matches.gate.refused import Refused
from matches.live.change_tokens import announce_change
from matches.models import ConditionalTurns, Mark, Match, Seat, Turn
from matches.text_input import cut

from . import baton
from .news import News, NewsKind

_SEAT = (*seat_clock.FIELDS, "player_id", "since", "ahead", "orders", "share", "score", "finished_at")
_MATCH = (
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
_MOVED_BY_OUTAGES = ("bank", "running_since", "deadline")

MOST_OPENED = 8  # picks that the log opens one by one; of more, the record does
TAKEBACK_WINDOW = timedelta(minutes=2)  # for which a turn can be taken back

LEAVES = frozenset({Turn.Kind.RESIGNATION, Turn.Kind.TIME, Turn.Kind.FORFEIT})  # what a seat leaves a match by


class StaleWrite(Exception):
    """Someone else changed the match between the reading and the writing."""


class SeatOf(NamedTuple):
    """A player's own seat in a match, which nobody has read yet: the one that is asked, where they have several."""

    match_id: int
    player_id: int
    pk: None = None


class LockedMatch:
    """The match, its seats and its state, read under the lock at one moment, ``now``. Everything is changed in memory
    first; ``save`` writes it. What players must hear of is collected in ``news``."""

    def __init__(self, match: Match, now: datetime, seats: Iterable[Seat]) -> None:
        self.match = match
        self.game = match.game
        self.seats = sorted(seats, key=attrgetter("index"))
        for seat in self.seats:
            seat.match = match
        self.state: Any = self.game.load(match.state)
        self.now = now
        self._log_length, self._match_as_stored = match.log_length, _stored(match, _MATCH)
        self._seats_as_stored = [_stored(seat, _SEAT) for seat in self.seats]
        self._lines: list[Turn] = []
        self._answered: dict[int, dict[str, Any]] = {}
        self.news: list[News] = []

    @classmethod
    def lock(cls, match_id: int, *, skip_locked: bool = False) -> LockedMatch | None:
        """Inside a transaction. ``None`` when another has the row and ``skip_locked`` says not to wait for it."""
        match = Match.objects.select_for_update(no_key=True, skip_locked=skip_locked).filter(pk=match_id).first()
        if match is None:
            return None
        seats = list(_seats([match]).annotate(read_at=clock.Reading()))
        return cls(match, clock.now(seats[0].read_at), seats)

    @classmethod
    def lock_free(cls, match_ids: Iterable[int]) -> list[LockedMatch]:
        """Inside a transaction: those of these matches that no other has, as they are at one moment."""
        matches = list(Match.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=match_ids))
        seats: dict[int, list[Seat]] = defaultdict(list)
        for seat in _seats(matches):
            seats[seat.match_id].append(seat)
        now = clock.now()
        return [cls(match, now, seats[match.pk]) for match in matches]

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def own(self, seat: Seat | SeatOf) -> Seat:
        """The seat as it is now, for whoever had it when it was read. Raises ``Refused``."""
        found = [each for each in self.seats if each.player_id == seat.player_id and seat.pk in {each.pk, None}]
        if not found:
            raise Refused(say("Another player has taken over this place."), "stale")
        return min(found, key=lambda each: each.number is None)

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other.pk != seat.pk]

    def has_left(self, seat: Seat) -> bool:
        """Whether the seat gave up, or was lost, while the others play on."""
        return seat.index in self.game.given_up(self.state)

    def left_by(self, seat: Seat) -> Turn | None:
        """The line of the log by which the seat left while the others play on."""
        lines = self.match.turns.filter(seat=seat, kind__in=LEAVES) if self.has_left(seat) else self.match.turns.none()
        return lines.order_by("-index").first()

    def line_from(self, index: int) -> Turn | None:
        """The first line that is in the log already from that index on, but for what was only said."""
        return self._done().filter(index__gte=index).order_by("index").first()

    def last_line(self) -> Turn | None:
        """The same from the end."""
        return self._done().order_by("-index").first()

    def ended_by(self, kind: Turn.Kind, seat: Seat) -> Turn | None:
        """The line by which the seat ended the match in that way: the answer to whoever asks for the same again."""
        last = self.last_line() if self.match.is_over else None
        return last if last is not None and (last.kind, last.seat_id) == (kind, seat.pk) else None

    def _done(self) -> QuerySet[Turn]:
        return self.match.turns.exclude(kind=Turn.Kind.SAID)

    # -- changing --------------------------------------------------------------------------------------------------

    def withdraw_request(self, seat: Seat, answered_at: datetime) -> None:
        """The seat has answered what it was asked for, or will not; its clock stops."""
        self._answered[seat.pk] = seat_clock.snapshot(seat, answered_at)
        seat_clock.answer(seat, self.match.control, answered_at, all_stopped=self.match.all_stopped)
        if seat.ahead == Seat.Ahead.DROPPED:
            seat.ahead = ""

    def log_play(self, seat: Seat, number: int, played: Played, via: Turn.Via, message: str, at: datetime) -> Turn:
        turn = Turn(kind=Turn.Kind.PLAY, seat=seat, number=number, via=via, message=message, stamped_at=at)
        turn.before = {**self._answered[seat.pk], "reveals": played.reveals}
        return self._append_played(turn, played)

    def log_ahead(self, seat: Seat, text: str, via: Turn.Via, *, is_ordered: bool = False) -> Turn:
        """A turn that the seat has set ahead, played in the moment in which it is asked for. Raises ``GameError``.
        Of one that ``is_ordered`` only the seat is told that it was not played by hand."""
        played = self.game.play(self.state, seat.index, text)
        number = self._ask(seat)
        self.withdraw_request(seat, self.now)
        turn = self.log_play(seat, number, played, via, "", self.now)
        turn.before = {**(turn.before or {}), **({"ordered": True} if is_ordered else {})}
        return turn

    def log_default(self, seat: Seat, number: int, played: Played, words: Text, at: datetime) -> Turn:
        """A turn that the clock played for the seat."""
        turn = Turn(kind=Turn.Kind.DEFAULT, seat=seat, number=number, via=Turn.Via.CLOCK, stamped_at=at)
        turn = self._append_played(turn, played)
        turn.words = turn.public_words = words
        return turn

    def log(
        self,
        kind: Turn.Kind,
        seat: Seat | None,
        via: Turn.Via,
        words: Text,
        state: Any = None,
        *,
        about: Seat | None = None,
        amount: timedelta | None = None,
    ) -> Turn:
        """A line that is not a turn; ``state`` only where it changes something on the board."""
        turn = Turn(
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
            turn.notes = self._opened(before)
        return self._append(turn)

    def tell(self, kind: NewsKind, seats: Iterable[Seat], line: Turn | None = None, **context: int) -> None:
        """Have these seats hear of it by mail, once everything is written."""
        self.news += [News(kind, seat, line, context) for seat in seats]

    def ask_next_or_finish(self) -> None:
        """Ask the players whose turn it is, or end the match, and save. Raises ``StaleWrite``."""
        self.move_on()
        self.save()

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
        """Pass a turn on whose player is on leave, where the terms have it so. Whoever was asked for it is as if they
        had not been: their clocks are as before, and the log asks each of them for a turn of its own number."""
        match = self.match
        if not match.baton or match.all_stopped:
            return
        away = {seat.index for seat in self.seats if seat_clock.is_away(seat, self.now)}
        people = {seat.index for seat in self.seats if seat.player is not None and not seat.player.is_computer}
        for index, state in baton.passes(self.game, self.state, away, people - away):
            seat = self.seats[index]
            number = self._ask(seat) if seat.number is None else seat.number
            seat_clock.withdraw(seat)
            (to,) = self.game.to_act(state)
            name = self.game.sides(len(self.seats))[to].name
            words = say("On vacation: the turn passes to %(player)s.", player=name)
            self.log(Turn.Kind.BATON, seat, Turn.Via.CLOCK, words, state).before = {"number": number}

    def ask(self, indexes: Iterable[int]) -> None:
        """Ask these seats, and no others. A seat that is asked already keeps its number and its clock."""
        asked = frozenset(indexes)
        if not asked:
            raise RuntimeError(f"{self.match}: the game is not over, and asks nobody.")
        for seat in self.seats:
            if seat.index not in asked:
                if seat.number is not None:
                    self.withdraw_request(seat, self.now)
            elif seat.number is None:
                self._ask(seat)
                seat.ahead = self._left_ahead(seat)
                self.tell("your_turn", [seat], self._lines[-1] if self._lines else None)

    def _tell_others(self) -> None:
        """Tell that a player has left, and that a baton was passed, to those whom no email about their turn tells it;
        whoever resigned knows."""
        asked = {news.seat.pk for news in self.news if news.kind == "your_turn"}
        line = next((line for line in reversed(self._lines) if line.kind != Turn.Kind.BATON), None)
        if line is not None and line.kind in LEAVES:
            know = {*asked, line.seat_id} if line.kind == Turn.Kind.RESIGNATION else asked
            concerned = [seat for seat in self.seats if seat.pk == line.seat_id or not self.has_left(seat)]
            self.tell("seat_left", [seat for seat in concerned if seat.pk not in know], line)
        if self._lines and self._lines[-1].kind == Turn.Kind.BATON:
            playing = [seat for seat in self.seats if not self.has_left(seat)]
            self.tell("baton_passed", [seat for seat in playing if seat.pk not in asked], self._lines[-1])

    def ask_anew(self, seat: Seat) -> None:
        """Ask the seat alone, for what it was asked for until this moment; under a number that no one knows yet."""
        self._ask(seat)
        self.tell("your_turn", [seat])

    def finish(self, outcome: Outcome) -> None:
        """End the match so. The log has the line that says why already."""
        results = zip(map(share_of, outcome.shares), outcome.scores, strict=True)
        self._end(outcome.how, outcome.words, list(results))

    def annul(self, words: Text) -> None:
        """End the match without a result."""
        self._end("annulled", words, [(None, None)] * len(self.seats))

    # -- writing ---------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the lines, the seats that changed and the match. Raises ``StaleWrite``."""
        self.save_all([self])

    @staticmethod
    def save_all(locked: Iterable[LockedMatch]) -> None:
        """The same of several matches. Raises ``StaleWrite``; then the caller has to give up its transaction."""
        for each in locked:
            each._save_match()
            each._save_seats()
        Turn.objects.bulk_create(line for each in locked for line in each._timed_lines())
        if no_longer_ahead := [seat for each in locked for seat in each._no_longer_ahead()]:
            ConditionalTurns.objects.filter(seat__in=no_longer_ahead).delete()
        for each in locked:
            each._is_stored()

    def _save_match(self) -> None:
        match = self.match
        match.state = self._lines[-1].state if self._lines else self.game.dump(self.state)
        changed = _changed(match, self._match_as_stored)
        unchanged = Match.objects.filter(pk=match.pk, log_length=self._log_length)
        if not unchanged.update(state=match.state, **changed):
            raise StaleWrite

    def _save_seats(self) -> None:
        """What has changed alone: ``pauses_changed_at`` may have been set meanwhile, which no lock here keeps off. Nor
        does one keep off an outage that ends: a clock that it has moved is not written over."""
        for seat, before in zip(self.seats, self._seats_as_stored, strict=True):
            if changed := _changed(seat, before):
                unmoved = Seat.objects.filter(pk=seat.pk, **{field: before[field] for field in _MOVED_BY_OUTAGES})
                if not unmoved.update(**changed):
                    raise StaleWrite

    def _no_longer_ahead(self) -> Iterable[Seat]:
        for seat, before in zip(self.seats, self._seats_as_stored, strict=True):
            if before["ahead"] == Seat.Ahead.SET != seat.ahead:
                yield seat

    def _timed_lines(self) -> list[Turn]:
        clocks_now = seat_clock.dump(self.seats)
        for turn in self._lines:
            turn.clocks = clocks_now
        return self._lines

    def _is_stored(self) -> None:
        self._lines = []
        self._log_length, self._match_as_stored = self.match.log_length, _stored(self.match, _MATCH)
        self._seats_as_stored = [_stored(seat, _SEAT) for seat in self.seats]
        announce_change(self.match.pk, [seat.player_id for seat in self.seats])

    def _ask(self, seat: Seat) -> int:
        number = self.match.next_number
        seat_clock.ask(seat, number, self.now)
        self.match.next_number += 1
        return number

    def _left_ahead(self, seat: Seat) -> str:
        """Of what a seat has set ahead that is asked now: it did not answer the turn that led to this, and is dropped;
        where no turn did, but one was taken back, it is as if it had never been set."""
        is_dropped = seat.ahead == Seat.Ahead.SET and self._lines and self._lines[-1].number is not None
        return Seat.Ahead.DROPPED if is_dropped else ""

    def _opened(self, before: Any) -> list[Text]:
        """The picks that were secret before, opened, where no one has a secret now."""
        if not self.game.keeps_secret(before) or self.game.keeps_secret(self.state):
            return []
        picks = fairness.unopened(self.match, self.game)
        if len(picks) > MOST_OPENED:
            return [fairness.all_opened_words(len(picks))]
        return [fairness.opened_words(self.match, each) for each in picks]

    def _append_played(self, turn: Turn, played: Played) -> Turn:
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
        if match.draw_offered_by_id != turn.seat_id:  # whoever was offered a draw has let it go by
            match.draw_offered_by = None
        if turn.secret and turn.seat is not None and turn.seat.index not in self.game.to_act(self.state):
            self.tell("pick_made", [other for other in self.others(turn.seat) if self._hears_of_pick(other)], turn)
        return self._append(turn)

    def _hears_of_pick(self, seat: Seat) -> bool:
        """Whether it still plays and is not asked because of the pick: then the email about its turn says what binds
        it. At a table of more it does not: as many emails as seats would come for each round of picks."""
        if len(self.seats) > 2:
            return False
        is_newly_asked = seat.number is None and seat.index in self.game.to_act(self.state)
        return not (is_newly_asked or self.has_left(seat))

    def _append(self, turn: Turn) -> Turn:
        turn.match = self.match
        turn.index = self.match.log_length
        turn.state = self.game.dump(self.state)
        turn.at = self.now
        self._lines.append(turn)
        _count(turn)
        self.match.log_length += 1
        return turn

    def _end(self, how: str, words: str, results: Sequence[tuple[Decimal | None, int | None]]) -> None:
        match = self.match
        match.status = Match.Status.FINISHED
        match.finished_at = self.now
        match.draw_offered_by = None
        match.how_it_ended = cut(how, 24)
        match.result_words = words
        for seat, (share, score) in zip(self.seats, results, strict=True):
            if seat.number is not None:
                self.withdraw_request(seat, self.now)
            seat.held = seat.ahead = ""
            seat.orders = None
            seat.share, seat.score, seat.finished_at = share, score, self.now
        if self.game.together:
            Mark.objects.filter(seat__match=match).delete()
        self.tell("match_over", self.seats)
        announce(hooks.match_finished, match)


BY_THE_CLOCK = {Turn.Kind.TIME: "lost", Turn.Kind.DEFAULT: "passed", Turn.Kind.LEAVE_DAY: "leave_day"}


def _count(line: Turn) -> None:
    if line.kind == Turn.Kind.PLAY:
        counts.count("turns", via=line.via)
    elif outcome := BY_THE_CLOCK.get(Turn.Kind(line.kind)):
        counts.count("deadlines_decided", outcome=outcome)


def announce(signal: Any, match: Match) -> None:
    """Send the signal once the transaction has been committed."""
    transaction.on_commit(partial(signal.send_robust, sender=Match, match=match), robust=True)


def _seats(matches: Iterable[Match]) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=matches).select_related("player").order_by()


def _stored(row: Match | Seat, fields: Iterable[str]) -> dict[str, Any]:
    return {field: getattr(row, field) for field in fields}


def _changed(row: Match | Seat, before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are no longer what they were."""
    return {field: new for field, new in _stored(row, before).items() if new != before[field]}


def share_of(share: Fraction) -> Decimal:
    """A share as it is stored."""
    return (Decimal(share.numerator) / share.denominator).quantize(Decimal("0.0001"))
