"""Players and their ratings. Without a token there are only those who play in public events, which name them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest
from ninja import Field, Router, Schema

from accounts.models import NOWHERE, User
from engine.games import contests, games
from fortify_site.api.auth import ERRORS, OPEN, OWN_ERRORS, Id, Limit, Offset, Slug, reader, signed
from matches.models import Seat
from tournaments.models import Entry, Event, Rating
from tournaments.ratings.list import Listed, rating_list
from tournaments.ratings.seed_rating import strength

from .pagination import LIMIT, paged, part_of
from .schemas import Page, Part, Player

router = Router(tags=["players"])


class RatingOut(Schema):
    game: str
    month: date
    rating: int
    deviation: int
    is_provisional: bool
    matches: int


class PlayerOut(Schema):
    id: int
    name: str
    ratings: list[RatingOut]


class RankedOut(Schema):
    place: int = Field(description="0 while the rating is provisional.")
    player: Player
    rating: int
    deviation: int
    matches: int


@router.get("/players", response={200: Part[Player], **ERRORS}, openapi_extra=OPEN)
def list_players(request: HttpRequest, limit: Limit = LIMIT, after: Id | None = None) -> Any:
    """The players you may see, by number; with ``after``, only those with higher numbers."""
    return part_of(
        request,
        _seen(request),
        limit,
        lambda rows: [Player(id=each.pk, name=each.display_name) for each in rows],
        after=after,
    )


@router.get("/players/{player}", response={200: PlayerOut, **ERRORS}, openapi_extra=OPEN)
def read_player(request: HttpRequest, player: Id) -> Any:
    """A player and their latest rating in each game, unless they hide it."""
    found = _seen(request).filter(pk=player).first()
    if found is None:
        raise Http404
    shown = found.shows_ratings or found == reader(request)
    rows = Rating.objects.filter(player=found).order_by("month") if shown else Rating.objects.none()
    latest = {row.game_slug: row for row in rows}
    known = [latest[each.slug] for each in games() if each.slug in latest]
    return PlayerOut(id=found.pk, name=found.display_name, ratings=[_rating(row) for row in known])


@router.get("/ratings/{game}", response={200: Page[RankedOut], **OWN_ERRORS}, auth=signed)
def list_ratings(request: HttpRequest, game: Slug, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The rating list of a game in which players meet opponents. It is for members, as on the site."""
    if game not in {each.slug for each in contests()}:
        raise Http404
    rows: Any = rating_list(game).rows
    return paged(request, rows, limit, offset, _ranked, count=len(rows))


def _seen(request: HttpRequest) -> QuerySet[User]:
    user = reader(request)
    if isinstance(user, User):
        invited = ~Q(email__endswith=NOWHERE) & Exists(Seat.objects.filter(player=OuterRef("pk")))
        known = Q(is_guest=False) | invited
        return User.objects.filter(known, is_active=True)
    entered = Entry.objects.filter(player=OuterRef("pk"), event__is_public=True, event__was_draft=False)
    entered = entered.exclude(event__stage=Event.Stage.DRAFT)
    shown = entered.filter(Q(status=Entry.Status.ENTERED) | Q(number__isnull=False))
    return User.objects.filter(Exists(shown), is_active=True, for_members=False)


def _rating(row: Rating) -> RatingOut:
    known = strength(row)
    return RatingOut(
        game=row.game_slug,
        month=row.month,
        rating=known.points,
        deviation=round(row.deviation),
        is_provisional=not known.established,
        matches=row.total,
    )


def _ranked(rows: list[Listed]) -> list[RankedOut]:
    names = dict(User.objects.filter(pk__in=[row.player_id for row in rows]).values_list("pk", "display_name"))
    return [
        RankedOut(
            place=row.place,
            player=Player(id=row.player_id, name=names[row.player_id]),
            rating=row.strength.points,
            deviation=round(row.strength.deviation),
            matches=row.total,
        )
        for row in rows
        if row.player_id in names
    ]
