"""Permission to see a match, and to do by hand what an organiser does.

Its players may see it; secrets are another matter: ``Game.view`` keeps them. Every member may see a match that is
played for nothing, and when it is over every visitor may. A match that is played for something is seen by readers who
may see what it is played for. Players can choose that visitors don't see their matches; a guest can't, and visitors can
see their matches. While a match is sealed, only its players see it: neither those who play from the same seed, nor
organisers or the host.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from matches import hooks
from matches.models import Match, Seat

Reader = User | AnonymousUser


def may_see_match(reader: Reader, match: Match) -> bool:
    return Match.objects.filter(seen_by(reader), pk=match.pk).exists()


def seen_by(reader: Reader) -> Q:
    """Return the condition that the reader may see a match."""
    for_nothing = Q(occasion="", is_sealed=False)
    shown: Q = reduce(or_, hooks.matches_seen.ask(reader), Q(pk=None)) & Q(is_sealed=False)
    if isinstance(reader, User):
        own = Exists(Seat.objects.filter(match=OuterRef("pk"), player=reader))
        return for_nothing | shown | Q(own)
    unwilling = Exists(Seat.objects.filter(match=OuterRef("pk"), player__for_members=True))
    of_a_guest = Exists(Seat.objects.filter(match=OuterRef("pk"), player__is_guest=True))
    return ((for_nothing & Q(status=Match.Status.FINISHED) & ~Q(of_a_guest)) | shown) & ~Q(unwilling)


def is_hidden_from(reader: Reader | None, match: Match, seats: Iterable[Seat]) -> bool:
    """Return whether the match is sealed and the reader doesn't play in it.

    Nothing of its board may then be shown.
    """
    return match.is_sealed and not any(reader is not None and seat.player_id == reader.pk for seat in seats)


def seats_seen_by(reader: Reader, seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats that are in matches the reader may see."""
    return seats.filter(Exists(Match.objects.filter(seen_by(reader), pk=OuterRef("match_id"))))


def may_organise(user: User, match: Match) -> bool:
    """Return whether the user may change the clocks of this match and decide it.

    That is staff with the permission to change matches, and the organisers of its event.
    """
    if not user.is_active:
        return False
    return (user.is_staff and user.has_perm("matches.change_match")) or any(hooks.organiser_check.ask(user, match))
