"""A player's matches as their first page shows them, and the one to continue with, in few queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from matches.models import Match, Seat, TimeControl
from matches.time_control.time_control import FOREVER

from .lists import AS_TEXT, Card, finished_seats, make_card


@dataclass(frozen=True)
class Overview:
    """Lists of matches, cut short, and how many there are of each.

    ``undelivered_count`` is how many of the player's clocks are paused for emails that didn't arrive, ``asked_last``
    when the latest of the waiting matches began to wait.
    """

    waiting: list[Card]
    others: list[Card]
    finished: list[Card]
    waiting_count: int
    others_count: int
    undelivered_count: int
    asked_last: datetime | None


# What a card shows and its clock follows from: the first page has many.
_OF_SEATS = tuple(field.name for field in Seat._meta.concrete_fields)
_OF_MATCHES = (
    *(field.name for field in TimeControl._meta.concrete_fields if field.name != "vacation_pool"),
    *("game_slug", "status", "finished_at", "log_length", "draw_offered_by", "result_words"),
)


class _Place(NamedTuple):
    """The fields that a seat's place in a list depends on."""

    pk: int
    match_id: int
    asked_turn: int | None
    asked_at: datetime | None
    deadline: datetime | None
    stopped: str
    finished_at: datetime | None


def overview(player: User, *, most_waiting: int, most_others: int, most_finished: int) -> Overview:
    """Return the player's first page, in three queries.

    It has the matches that wait for the player by their deadlines, those that wait for others, the youngest first, and
    the last that ended.
    """
    places = _places(player, most_finished)
    running = [place for place in places if place.finished_at is None]
    waiting = sorted(
        (place for place in running if place.asked_turn is not None),
        key=lambda place: (place.deadline or FOREVER, -place.pk),
    )
    others = sorted((place for place in running if place.asked_turn is None), key=lambda place: -place.pk)
    ended = (place for place in places if place.finished_at is not None)
    finished = sorted(ended, key=lambda place: (place.finished_at, place.pk), reverse=True)
    shown = waiting[:most_waiting], others[:most_others], finished
    made = _cards([place for places in shown for place in places], player)
    listed = [[made[place.pk] for place in places if place.pk in made] for places in shown]
    return Overview(
        waiting=listed[0],
        others=listed[1],
        finished=listed[2],
        waiting_count=len(waiting),
        others_count=len(others),
        undelivered_count=sum(place.stopped == Seat.Stopped.MAIL for place in waiting),
        asked_last=max((place.asked_at for place in waiting if place.asked_at), default=None),
    )


def _places(player: User, most_finished: int) -> list[_Place]:
    """Return the places of all running matches and of the last that ended.

    It reads only a few columns, all in the index of the player's seats.
    """
    last = finished_seats(player).values("pk")[:most_finished]
    running = Seat.objects.filter(player=player, finished_at=None)
    found = (seats.order_by().values_list(*_Place._fields) for seats in (running, Seat.objects.filter(pk__in=last)))
    return [_Place(*row) for row in next(found).union(*found, all=True)]


def _cards(places: Iterable[_Place], player: User) -> dict[int, Card]:
    """Return the cards of these matches, by the player's seat."""
    wanted = {place.pk: place.match_id for place in places}
    now = timezone.now()
    found: dict[int, list[Seat]] = defaultdict(list)
    keys = set(wanted.values())
    if not keys:
        return {}
    with_text = Match.objects.only(*_OF_MATCHES).annotate(**{AS_TEXT: Cast("state", TextField())})
    matches = with_text.in_bulk(keys)
    seats = Seat.objects.filter(match__in=keys).select_related("player").order_by("match_id", "index")
    for seat in seats.only(*_OF_SEATS, "player__display_name"):
        if seat.match_id in matches:
            seat.match = matches[seat.match_id]
            found[seat.match_id].append(seat)
    return {
        seat.pk: make_card(seat, seats, player, now) for seats in found.values() for seat in seats if seat.pk in wanted
    }


# -- where a player continues after a turn: their match in which the least time is left ------------------------------


@dataclass(frozen=True)
class WaitingTurns:
    """The ``number`` of matches in which it is the player's turn, and the ``first`` to play, by its id.

    ``undelivered`` is how many of the player's clocks are paused since emails didn't arrive.
    """

    first: int | None = None
    number: int = 0
    undelivered: int = 0

    @property
    def next_url(self) -> str:
        return "" if self.first is None else reverse("matches:match", args=[self.first])


# By hand, since a page would take longer to put it into words than the database to answer.
_WAITING = f"""
    SELECT id, match_id, count(*) OVER () AS waiting,
        count(*) FILTER (WHERE stopped = '{Seat.Stopped.MAIL}') OVER () AS undelivered
    FROM matches_seat
    WHERE player_id = %s AND finished_at IS NULL AND asked_turn IS NOT NULL
    ORDER BY deadline NULLS LAST, id DESC LIMIT 1
"""  # noqa: S608 (our own names)


def waiting_turns(player: User) -> WaitingTurns:
    """Return the matches in which it is the player's turn. One query."""
    found: list[Any] = list(Seat.objects.raw(_WAITING, [player.pk]))
    return WaitingTurns(found[0].match_id, found[0].waiting, found[0].undelivered) if found else WaitingTurns()
