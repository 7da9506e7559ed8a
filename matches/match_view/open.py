"""Opening a match for a reader: from its page, the page of a link, or the organisers' page about its clocks."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from matches import hooks
from matches.models import Match, PrivateNote, Seat
from matches.record.match_and_seats import seats_with_match, sharing_match

from . import permissions
from .permissions import Reader, may_organise
from .view import MatchView


def open_match_view(pk: int, reader: Reader) -> MatchView:
    """Open a match for a reader. Raises ``Http404`` if there is none that they may see.

    A player who holds several seats sits at the one that is asked.
    """
    seats = sharing_match(_with_own_note(_seats(pk), reader) if isinstance(reader, User) else _seats(pk))
    if not seats:
        raise Http404
    match = seats[0].match
    own = min((seat for seat in seats if is_held_by(reader, seat)), key=_is_idle, default=None)
    if own is None and not _is_open(match, reader):
        raise Http404
    return MatchView(match, seats, own, _own_note(own) if own is not None else None, _ratings(seats))


def open_clocks_view(pk: int, reader: User) -> MatchView:
    """Open a match for its organisers, who see its clocks even while it is sealed."""
    seats = sharing_match(_seats(pk))
    if not seats or not seats[0].match.is_sealed or not may_organise(reader, seats[0].match):
        return open_match_view(pk, reader)
    own = next((seat for seat in seats if is_held_by(reader, seat)), None)
    return MatchView(seats[0].match, seats, own, ratings=_ratings(seats))


def _is_idle(seat: Seat) -> bool:
    return seat.asked_turn is None


def is_held_by(reader: Reader, seat: Seat) -> bool:
    """Return whether the reader plays the seat. A seat whose player has left the site is no one's."""
    return isinstance(reader, User) and seat.player_id == reader.pk


def _is_open(match: Match, reader: Reader) -> bool:
    """Return whether the reader may see the match, without a query if none is needed."""
    is_everyones = not match.occasion and not match.is_sealed
    return (isinstance(reader, User) and is_everyones) or permissions.may_see_match(reader, match)


def open_own_match_view(pk: int, reader: User) -> MatchView:
    """Open a match for a reader who plays in it. Raises ``PermissionDenied`` for anyone else."""
    match_view = open_match_view(pk, reader)
    if match_view.seat is None:
        raise PermissionDenied(_("You’re not playing in this match; you can only watch."))
    return match_view


def open_seat_view(seat: Seat) -> MatchView:
    """Open a match as it is now, for a reader who has a link to that seat."""
    seats = sharing_match(_seats(seat.match_id))
    own = next(each for each in seats if each.pk == seat.pk)
    return MatchView(seats[0].match, seats, own, ratings=_ratings(seats))


def _seats(match: int) -> QuerySet[Seat]:
    """Return the seats of ``seats_with_match``, rated if the site has ratings."""
    seats, rating = seats_with_match(match), hooks.seat_rating.first()
    return seats if rating is None else seats.annotate(rating=rating)


def _ratings(seats: list[Seat]) -> dict[int, int]:
    """Return the ratings that were read with the seats, in the match's game: those that are known and shown."""
    read = {seat.pk: vars(seat).get("rating") for seat in seats}
    return {pk: round(rating) for pk, rating in read.items() if rating is not None}


def _with_own_note(seats: QuerySet[Seat], reader: User) -> QuerySet[Seat]:
    """Return the seats with the text of the reader's notes on their match, so that a page needs no query for them."""
    own = PrivateNote.objects.filter(match=OuterRef("match"), writer=reader)
    return seats.annotate(own_note=Subquery(own.values("text")))


def _own_note(seat: Seat) -> str:
    note: str | None = vars(seat)["own_note"]
    return note or ""
