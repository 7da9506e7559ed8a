"""A player's private notes on a match, as they alone find them there."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from matches.models import PrivateNote, Seat

NAME = "own_note"


def with_own_note(seats: QuerySet[Seat], reader: User) -> QuerySet[Seat]:
    """Each with the text of the reader's notes on its match, so that a page needs no query of its own for them."""
    own = PrivateNote.objects.filter(match=OuterRef("match"), writer=reader)
    return seats.annotate(**{NAME: Subquery(own.values("text"))})


def own_note(seat: Seat, reader: User) -> str:
    """The text of the reader's notes on the match, for whom the seat was read if it has them; "" without notes."""
    if hasattr(seat, NAME):
        return getattr(seat, NAME) or ""
    return PrivateNote.objects.filter(match=seat.match_id, writer=reader).values_list("text", flat=True).first() or ""
