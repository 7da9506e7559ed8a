"""Clubs, as everybody sees them. Who is in one is for its members."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest
from ninja import Router

from fortify_site.api import schemas as out
from fortify_site.api.reading import LIMIT, paged
from fortify_site.api.site import ERRORS, OPEN, Limit, Offset, Slug, reader
from tournaments.models import Club
from tournaments.permissions import visible_to

router = Router(tags=["clubs"])


@router.get("", response={200: out.Page[out.ClubOut], **ERRORS}, openapi_extra=OPEN)
def list_clubs(request: HttpRequest, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The clubs of this site, by name. Their events are under “events”, with “club”."""
    rows = _clubs(request).order_by("name", "pk")
    return paged(request, rows, limit, offset, lambda rows: map(_club, rows))


@router.get("/{slug}", response={200: out.ClubOut, **ERRORS}, openapi_extra=OPEN)
def read_club(request: HttpRequest, slug: Slug) -> Any:
    club = _clubs(request).filter(slug=slug).first()
    if club is None:
        raise Http404
    return _club(club)


def _clubs(request: HttpRequest) -> QuerySet[Any]:
    events = visible_to(reader(request)).filter(club=OuterRef("pk")).order_by().values("club")
    return Club.objects.annotate(seen_events=Coalesce(Subquery(events.annotate(n=Count("pk")).values("n")), 0))


def _club(club: Any) -> out.ClubOut:
    return out.ClubOut(slug=club.slug, name=club.name, about=club.about, joining=club.joining, events=club.seen_events)
