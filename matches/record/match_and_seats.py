"""A match and its seats as they were at one moment.

Which seat is asked for a turn, with what number and by when, follows from the match's state. If they were read one
after the other, a turn could come in between, so they are read in one statement.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from matches.models import Match, Seat


def seats_with_match(match: int) -> QuerySet[Seat]:
    """Return the seats of a match in their order, each with its player and the match."""
    return Seat.objects.filter(match__pk=match).select_related("match__vacation_pool", "player").order_by("index")


def sharing_match(found: Iterable[Seat]) -> list[Seat]:
    """Return the seats of one query of ``seats_with_match``, all sharing the same match object."""
    seats = list(found)
    for seat in seats:
        seat.match = seats[0].match
    return seats


def match_and_seats(match: int) -> tuple[Match, list[Seat]]:
    """Return a match and its seats as they are at one moment. Raises ``Match.DoesNotExist``."""
    seats = sharing_match(seats_with_match(match))
    if not seats:
        raise Match.DoesNotExist
    return seats[0].match, seats
