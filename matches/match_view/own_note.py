"""A player's private notes on a match, as they alone find them there."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from matches.models import Match, PrivateNote

NAME = "own_note"


def with_own_note(matches: QuerySet[Match], reader: int) -> QuerySet[Match]:
    """Each with the text of the notes on it of the reader with that id, so that a page needs no query of its own for
    them."""
    own = PrivateNote.objects.filter(match=OuterRef("pk"), writer=reader)
    return matches.annotate(**{NAME: Subquery(own.values("text"))})


def own_note(match: Match, reader: User) -> str:
    """The text of the reader's notes, for whom the match was fetched if it has them; "" without notes."""
    if hasattr(match, NAME):
        return getattr(match, NAME) or ""
    return PrivateNote.objects.filter(match=match, writer=reader).values_list("text", flat=True).first() or ""
