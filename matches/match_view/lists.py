"""Matches in lists: the rows and cards, and the queries behind them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from engine.values import View
from i18n.text import listed
from matches.clocks.display import ClockFace, next_face
from matches.models import Match, Seat
from matches.record.names import names_in
from matches.record.scores import score

from .board import kept_view
from .endings import SeatEnding, ending_of, points_in_words, result_in_words
from .open import is_held_by
from .permissions import Reader

NOT_ASKED = ExpressionWrapper(Q(asked_turn__isnull=True), output_field=BooleanField())
# Not the key itself: PostgreSQL would walk all seats by it, the youngest first, until enough are this player's.
AGE = -F("pk")
AS_TEXT = "state_as_text"  # of a match that was read with its state so: most are not looked into


@dataclass(frozen=True)
class Card:
    """A match as the player of ``seat`` finds it in a list.

    ``clock`` belongs to the player who has to answer next, ``ending`` says how the match ended for the seat, if it
    counts, and ``others`` are the names of the other players.
    """

    seat: Seat
    seats: list[Seat]
    view: View
    others: str
    colour: str
    label: str
    waits_for: str
    clock: ClockFace | None
    ending: SeatEnding | None

    @property
    def match(self) -> Match:
        return self.seat.match

    @property
    def score(self) -> str:
        """The points so far, the seat's first; "" without points.

        A team's points are shared, so they are shown once. In a match of more than two players only the seat's are
        shown: ``points`` names the others.
        """
        points = self.view["scores"]
        if not self.view["score_words"]:
            return ""
        if self.match.game.together or self.is_table:
            return score(points[self.seat.index])
        return score(*(points[seat.index] for seat in sorted(self.seats, key=lambda seat: seat != self.seat)))

    @property
    def is_table(self) -> bool:
        """Return whether more than two play against each other."""
        return len(self.seats) > 2 and not self.match.game.together

    @property
    def points(self) -> str:
        """The result or the points so far, by name, in a match of more than two players."""
        if self.match.is_over:
            return result_in_words(self.match, self.seats)
        return points_in_words([(seat.name, self.view["scores"][seat.index]) for seat in self.seats])

    @property
    def share(self) -> str:
        """The result for the seat, in a word; "" while the match runs."""
        match self.ending:
            case SeatEnding.WON:
                return pgettext("a match", "won")
            case SeatEnding.DRAWN:
                return pgettext("a match", "drawn")
            case SeatEnding.LOST:
                return pgettext("a match", "lost")
            case None:
                return ""

    @property
    def against(self) -> str:
        """The opponents: "Ben"; "With Ben" if they win or lose together, and "Solo" for a player alone."""
        if not self.others:
            return pgettext("a match", "Solo")
        return _("With %(names)s") % {"names": self.others} if self.match.game.together else self.others

    @property
    def outcome(self) -> str:
        """The result for the seat: "Lost against Ben", "Won with Ben", "Lost solo"."""
        if self.match.game.together:
            return self._outcome_together()
        match self.ending:
            case SeatEnding.WON:
                words = _("Won against %(names)s")
            case SeatEnding.DRAWN:
                words = _("Drawn against %(names)s")
            case SeatEnding.LOST:
                words = _("Lost against %(names)s")
            case None:
                return ""
        return words % {"names": self.others}

    def _outcome_together(self) -> str:
        if self.ending is None:
            return ""
        has_won = self.ending == SeatEnding.WON
        if not self.others:
            return _("Won solo") if has_won else _("Lost solo")
        words = _("Won with %(names)s") if has_won else _("Lost with %(names)s")
        return words % {"names": self.others}

    @property
    def draw_offered(self) -> bool:
        """Return whether someone else offers a draw."""
        return self.match.draw_offered_by_id not in {None, self.seat.pk}


def all_seats(player: User) -> QuerySet[Seat]:
    """Return the player's seats in all matches."""
    return Seat.objects.filter(player=player)


def seats_with_matches(player: User | int) -> QuerySet[Seat]:
    """Return the player's seats with all that a card needs, in three queries."""
    others = Prefetch("match__seats", Seat.objects.select_related("player").order_by("index"))
    return Seat.objects.filter(player=player).select_related("match").prefetch_related(others)


def waiting_seats(player: User | int) -> QuerySet[Seat]:
    """Return the player's seats that are asked for a turn: the soonest deadline first, those without one last."""
    return running_seats(player).filter(asked_turn__isnull=False)


def running_seats(player: User | int) -> QuerySet[Seat]:
    """Return seats in running matches: those waiting for the player first, by their deadlines."""
    seats = seats_with_matches(player).filter(finished_at__isnull=True)
    return seats.order_by(NOT_ASKED, F("deadline").asc(nulls_last=True), AGE)


def finished_seats(player: User | int) -> QuerySet[Seat]:
    """Return seats in matches that are over, the latest first."""
    return seats_with_matches(player).filter(finished_at__isnull=False).order_by("-finished_at", AGE)


def against(seats: QuerySet[Seat], players: QuerySet[Any, int]) -> QuerySet[Seat]:
    """Return the seats that are in matches with one of the players."""
    others = Seat.objects.filter(match=OuterRef("match"), player__in=players)
    return seats.filter(Exists(others))


def cards(seats: Iterable[Seat], reader: Reader) -> list[Card]:
    """Return cards of the seats for the reader."""
    now = timezone.now()
    return [make_card(seat, list(seat.match.seats.all()), reader, now) for seat in seats]


def make_card(seat: Seat, seats: list[Seat], reader: Reader, now: datetime) -> Card:
    """Make a card of the seat; ``seats`` are all of the match, in order, with their players."""
    match = seat.match
    own = next((other for other in seats if is_held_by(reader, other)), None)
    as_text: str | None = getattr(match, AS_TEXT, None)
    stored = match.state if as_text is None else as_text
    view = kept_view(match.game, stored, own.index if own else None, names_in(match.game, seats))
    return Card(
        seat=seat,
        seats=seats,
        view=view,
        others=listed([other.name for other in seats if other.pk != seat.pk]),
        colour=view["colours"][seat.index],
        label=view["labels"][seat.index],
        waits_for=listed([_name(other, reader) for other in seats if other.asked_turn is not None]),
        clock=_clock(seat, seats, now),
        ending=_ending(seat, seats),
    )


def _clock(seat: Seat, seats: list[Seat], now: datetime) -> ClockFace | None:
    """Return the clock of the seat if it is asked, else that of the player who has to answer first."""
    return next_face([seat] if seat.asked_turn is not None else seats, seat.match.control, now)


def _name(seat: Seat, reader: Reader) -> str:
    return pgettext("whom a match waits for", "you") if is_held_by(reader, seat) else seat.name


def _ending(seat: Seat, seats: list[Seat]) -> SeatEnding | None:
    """Return how the match ended for the seat; ``None`` while it runs, or if it doesn't count."""
    shares = [other.share for other in seats if other.share is not None]
    return None if seat.share is None else ending_of(seat.share, shares)
