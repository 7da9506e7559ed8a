"""Resources of the token's owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Field, Router, Schema

from accounts.models import User
from fortify_site.api.auth import OWN_ERRORS, Limit, Offset, owner, signed
from fortify_site.api.middleware import token_of
from matches.match_view import lists
from matches.models import Seat
from matches.record.names import named, names_in

from .pagination import LIMIT, paged
from .schemas import Page

router = Router(tags=["own"])
Which = Literal["waiting", "running", "finished"]
SEATS: dict[str, Callable[[User], QuerySet[Seat]]] = {
    "waiting": lists.waiting_seats,
    "running": lists.running_seats,
    "finished": lists.finished_seats,
}


class Me(Schema):
    id: int
    name: str
    language: str
    time_zone: str
    scope: str = Field(description="What this token may do: read or play.")
    waiting: int = Field(description="In how many matches it is your turn.")


class OwnMatch(Schema):
    match: int
    url: str
    game: str
    against: list[str]
    seat: int
    status: str
    is_asked: bool
    number: int | None = Field(description="The number of the turn you are asked for.")
    deadline: datetime | None
    title: str = Field(description="Where the match stands.")
    share: float | None


@router.get("", response={200: Me, **OWN_ERRORS}, auth=signed)
def read_me(request: HttpRequest) -> Any:
    """The player this token belongs to."""
    user, token = owner(request), token_of(request)
    return Me(
        id=user.pk,
        name=user.display_name,
        language=user.language,
        time_zone=user.time_zone,
        scope=token.scope if token else "",
        waiting=lists.waiting_seats(user).count(),
    )


@router.get("/matches", response={200: Page[OwnMatch], **OWN_ERRORS}, auth=signed)
def list_own_matches(request: HttpRequest, which: Which = "running", limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """Your matches: those where it is your turn, all running ones (your turn first), or finished ones."""
    seats = SEATS[which](owner(request))
    return paged(request, seats, limit, offset, lambda rows: map(_own, rows))


def _own(seat: Seat) -> OwnMatch:
    match = seat.match
    view = match.game.view(match.loaded_state, seat.index)
    return OwnMatch(
        match=match.pk,
        url=settings.SITE_URL + match.get_absolute_url(),
        game=match.game_slug,
        against=[each.name for each in match.seats.all() if each.pk != seat.pk],
        seat=seat.index,
        status=match.status,
        is_asked=seat.asked_turn is not None and not match.is_over,
        number=seat.asked_turn,
        deadline=seat.deadline,
        title=named(view["title"], names_in(match.game, match.seats.all())),
        share=None if seat.share is None else float(seat.share),
    )
