"""A match while its row is locked: how one decision is written down.

``matches.play`` decides; this stores. Every decision appends exactly one line to the log, and the match is saved only
if its log is as long as it was when the table was opened: that guard holds where the database has no row locks.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from django.db import transaction

from engine.game import Outcome, Played

from . import clocks, notices, signals
from .lines import cut
from .models import Match, Seat, Turn

_ASKED = ["number", "asked_at", "deadline", "bank"]
_RESULT = [*_ASKED, "share", "score", "finished_at"]


class Overtaken(Exception):
    """Somebody else changed the match between the reading and the writing."""


class Table:
    """The match, its seats and its state, read under the lock at one moment, ``now``."""

    def __init__(self, match: Match, now: datetime) -> None:
        self.match = match
        self.game = match.game
        self.seats = list(match.seats.select_related("player"))
        self.state: Any = self.game.load(match.state)
        self.now = now
        self._log_length = match.log_length

    @classmethod
    def open(cls, match_id: int, *, skip_locked: bool = False) -> Table | None:
        """Inside a transaction. ``None`` when another has the row and ``skip_locked`` says not to wait for it."""
        rows = Match.objects.select_for_update(no_key=True, skip_locked=skip_locked)
        match = rows.filter(pk=match_id).first()
        return None if match is None else cls(match, clocks.now())

    def seat(self, pk: int) -> Seat:
        return next(seat for seat in self.seats if seat.pk == pk)

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other.pk != seat.pk]

    def last_line(self) -> Turn | None:
        return self.match.turns.filter(index=self.match.log_length - 1).first()

    # -- writing ---------------------------------------------------------------------------------------------------

    def withdraw_request(self, seat: Seat) -> None:
        """The seat has answered what it was asked for; its clock stops. Raises ``Overtaken``."""
        asked = Seat.objects.filter(pk=seat.pk, number=seat.number)
        if not asked.update(number=None, asked_at=None, deadline=None):
            raise Overtaken
        self._stop_clock(seat)

    def log_play(self, seat: Seat, number: int, played: Played, via: Turn.Via, message: str) -> Turn:
        self.state = played.state
        return self._append(
            Turn(
                kind=Turn.Kind.PLAY,
                seat=seat,
                number=number,
                via=via,
                text=played.text,
                words=cut(played.words, 500),
                public_words=cut(played.public_words, 500),
                secret=played.secret,
                notes=list(played.notes),
                message=message,
            )
        )

    def log(self, kind: Turn.Kind, seat: Seat, via: Turn.Via, words: str, state: Any = None) -> Turn:
        """A line that is not a turn; ``state`` only where it changes something on the board."""
        if state is not None:
            self.state = state
        return self._append(Turn(kind=kind, seat=seat, via=via, words=words, public_words=words))

    def go_on(self) -> None:
        """Ask whoever is to act now, or end the match, and save. Raises ``Overtaken``."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self.ask(self.game.to_act(self.state))
        else:
            self._finish(outcome)
        self.save()

    def ask(self, indexes: Iterable[int]) -> None:
        """Ask these seats, and no others. A seat that is asked already keeps its number and its clock."""
        asked = frozenset(indexes)
        if not asked:
            raise RuntimeError(f"{self.match}: the game is not over, and asks nobody.")
        for seat in self.seats:
            if seat.index not in asked:
                if seat.number is not None:
                    self._stop_clock(seat)
            elif seat.number is None:
                self._start_clock(seat)
                notices.your_turn(self.match, seat)
            seat.save(update_fields=_ASKED)

    def save(self) -> None:
        """Raises ``Overtaken``."""
        match = self.match
        match.state = self.game.dump(self.state)
        unchanged = Match.objects.filter(pk=match.pk, log_length=self._log_length)
        if not unchanged.update(
            state=match.state,
            next_number=match.next_number,
            log_length=match.log_length,
            draw_offered_by=match.draw_offered_by_id,
            status=match.status,
            finished_at=match.finished_at,
            how_it_ended=match.how_it_ended,
            result_words=match.result_words,
        ):
            raise Overtaken
        self._log_length = match.log_length

    def _append(self, turn: Turn) -> Turn:
        turn.match = self.match
        turn.index = self.match.log_length
        turn.state = self.game.dump(self.state)
        turn.at = self.now
        turn.save(force_insert=True)
        self.match.log_length += 1
        return turn

    def _start_clock(self, seat: Seat) -> None:
        seat.number = self.match.next_number
        seat.asked_at = self.now
        seat.deadline = clocks.deadline(self.now, seat.bank)
        self.match.next_number += 1

    def _stop_clock(self, seat: Seat) -> None:
        spent = self.now - (seat.asked_at or self.now)
        seat.bank = clocks.settle(self.match.control, seat.bank, spent)
        seat.number = seat.asked_at = seat.deadline = None

    def _finish(self, outcome: Outcome) -> None:
        match = self.match
        match.status = Match.Status.FINISHED
        match.finished_at = self.now
        match.draw_offered_by = None
        match.how_it_ended = cut(outcome.how, 24)
        match.result_words = cut(outcome.words, 300)
        for seat, share, score in zip(self.seats, outcome.shares, outcome.scores, strict=True):
            if seat.number is not None:
                self._stop_clock(seat)
            seat.share, seat.score, seat.finished_at = _decimal(share), score, self.now
            seat.save(update_fields=_RESULT)
        notices.match_over(match, self.seats)
        announce(signals.match_finished, match)


def announce(signal: Any, match: Match) -> None:
    """Send the signal once the transaction has been committed."""
    transaction.on_commit(partial(signal.send_robust, sender=Match, match=match), robust=True)


def _decimal(share: Fraction) -> Decimal:
    return (Decimal(share.numerator) / share.denominator).quantize(Decimal("0.0001"))
