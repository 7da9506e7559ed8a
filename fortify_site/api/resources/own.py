"""What is the token's owner's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router

from accounts.models import User
from fortify_site.api.auth import OWN_ERRORS, Limit, Offset, owner, signed
from fortify_site.api.middleware import token_of
from fortify_site.api.pagination import LIMIT, paged
from fortify_site.api.schemas import own as out
from fortify_site.api.schemas.common import Page
from matches.match_view import lists
from matches.models import Seat

router = Router(tags=["own"])
Which = Literal["waiting", "running", "finished"]
SEATS: dict[str, Callable[[User], QuerySet[Seat]]] = {
    "waiting": lists.waiting,
    "running": lists.running,
    "finished": lists.finished,
}


@router.get("", response={200: out.Me, **OWN_ERRORS}, auth=signed)
def read_me(request: HttpRequest) -> Any:
    """Whose token this is."""
    user, token = owner(request), token_of(request)
    return out.Me(
        id=user.pk,
        name=user.display_name,
        language=user.language,
        time_zone=user.time_zone,
        scope=token.scope if token else "",
        waiting=lists.waiting(user).count(),
    )


@router.get("/matches", response={200: Page[out.OwnMatch], **OWN_ERRORS}, auth=signed)
def list_own_matches(request: HttpRequest, which: Which = "running", limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """Your matches: those where it is your turn, those that run (your turn first), or those that are over."""
    seats = SEATS[which](owner(request))
    return paged(request, seats, limit, offset, lambda rows: map(_own, rows))


def _own(seat: Seat) -> out.OwnMatch:
    match = seat.match
    view = match.game.view(match.loaded_state, seat.index)
    return out.OwnMatch(
        match=match.pk,
        url=settings.SITE_URL + match.get_absolute_url(),
        game=match.game_slug,
        against=[each.name for each in match.seats.all() if each.pk != seat.pk],
        seat=seat.index,
        status=match.status,
        is_asked=seat.number is not None and not match.is_over,
        number=seat.number,
        deadline=seat.deadline,
        title=view["title"],
        share=None if seat.share is None else float(seat.share),
    )
