"""The offers that players see: on the home page, in their list of challenges, in the lobby, and each on its page."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from engine.games import games
from matches.match_view.permissions import Reader
from matches.models import Offer, Place

FREE = Q(for_anyone=True, player=None)
UNANSWERED = Q(answer=Place.Answer.NONE)
SEATED = Q(answer=Place.Answer.ACCEPTED)


def tables(prefix: str = "") -> Q:
    """Return the condition that an offer is a table, as ``Offer.is_table``. ``prefix`` leads to the offer."""
    for_teams = [each.slug for each in games() if each.together]
    return ~Q(**{f"{prefix}seats": 2}) | Q(**{f"{prefix}game_slug__in": for_teams})


def open_offers() -> QuerySet[Offer]:
    """Return the offers that can still be taken up, the soonest to expire first."""
    still_open = Offer.objects.filter(status=Offer.Status.OPEN, expires_at__gt=timezone.now())
    return still_open.select_related("host").order_by("expires_at", "pk")


def listed() -> QuerySet[Offer]:
    """Return the offers in which anyone may take a place without a link."""
    free = Place.objects.filter(FREE, offer=OuterRef("pk"))
    return open_offers().filter(Exists(free), by_link=False, host__is_active=True)


def open_challenges(reader: User) -> QuerySet[Offer]:
    """Return the challenges in the lobby, without the reader's own."""
    return listed().exclude(tables()).exclude(host=reader)


def open_tables(reader: User) -> QuerySet[Offer]:
    """Return the tables in the lobby, without the reader's own."""
    return listed().filter(tables()).exclude(host=reader).select_related("vacation_pool").prefetch_related("places")


def tables_of(player: User) -> QuerySet[Offer]:
    """Return the tables that wait for players and have the player as host or at a seat."""
    seated = Place.objects.filter(SEATED, player=player)
    own = open_offers().filter(tables()).filter(Q(host=player) | Q(pk__in=seated.values("offer")))
    return own.select_related("vacation_pool").prefetch_related("places")


def received(player: User) -> QuerySet[Place]:
    """Return the places that wait for the player's answer."""
    return _open_places().filter(UNANSWERED, player=player)


def made(player: User) -> QuerySet[Place]:
    """Return the places of the player's challenges that wait for an answer."""
    return _challenges_of(player).filter(_is_open()).order_by("offer__expires_at", "offer")


def unsuccessful(player: User) -> QuerySet[Place]:
    """Return the places of the player's challenges that led to nothing, the latest first."""
    ended = [Offer.Status.DECLINED, Offer.Status.WITHDRAWN, Offer.Status.EXPIRED]
    return _challenges_of(player).filter(offer__status__in=ended).order_by("-offer")


def _challenges_of(player: User) -> QuerySet[Place]:
    own = Place.objects.filter(offer__host=player).exclude(tables("offer__"))
    return own.select_related("offer__host", "player")


def _open_places() -> QuerySet[Place]:
    waiting = Place.objects.filter(_is_open()).select_related("offer__host", "player")
    return waiting.order_by("offer__expires_at", "pk")


def _is_open() -> Q:
    """Return the condition that a place's offer can still be taken up."""
    return Q(offer__status=Offer.Status.OPEN, offer__expires_at__gt=timezone.now())


class Waiting(NamedTuple):
    """The numbers of challenges and tables that wait.

    Challenges are counted in three groups: those that wait for the player's answer, the player's own that wait for an
    opponent's, and those that anyone may accept. Tables are those at which the player sits and that wait for others.
    """

    received_count: int
    made_count: int
    open_count: int
    tables_count: int


def count_waiting(player: User) -> Waiting:
    """Count the challenges and tables that wait, in one query."""
    own, table = Q(offer__host=player), tables("offer__")
    seated = Place.objects.filter(SEATED, player=player).values("offer")
    anyones = Q(FREE, offer__by_link=False, offer__host__is_active=True) & ~table & ~own
    counted = Place.objects.filter(_is_open()).aggregate(
        received_count=Count("pk", filter=UNANSWERED & Q(player=player)),
        made_count=Count("pk", filter=own & ~table),
        open_count=Count("pk", filter=anyones),
        tables_count=Count("offer", distinct=True, filter=table & (own | Q(offer__in=seated))),
    )
    return Waiting(**counted)


def may_see_offer(offer: Offer, reader: Reader, *, has_link: bool = False) -> bool:
    """Return whether the reader may see the offer.

    The host and players who were asked or seated may, and others while they could take a place. With its link, everyone
    may.
    """
    if offer.has_part(reader):
        return True
    if offer.by_link:
        return has_link
    return offer.status == Offer.Status.OPEN and offer.free > 0
