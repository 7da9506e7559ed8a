"""Pages of resources, which are made once for all readers without a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Schema

from fortify_site.api.auth import reader
from fortify_site.api.middleware import token_of
from tournaments.locking.kept import version_of
from tournaments.models import Club, Event
from tournaments.pages.kept_pages import kept_body
from tournaments.permissions import clubs
from tournaments.permissions.events import may_see_event

from .schemas import Page, Part

T = TypeVar("T")
M = TypeVar("M", bound=Any)

LIMIT = 50


def paged(
    request: HttpRequest,
    rows: QuerySet[M],
    limit: int,
    offset: int,
    make: Callable[[list[M]], Iterable[T]],
    count: int | None = None,
) -> Page[T]:
    """Return a part of the rows. ``make`` gets them all at once, so that it can look up together what it needs."""
    found = rows.count() if count is None else count
    items = list(make(list(rows[offset : offset + limit])))
    last = offset + limit
    return Page(count=found, next=_address(request, limit=limit, offset=last) if last < found else None, items=items)


def part_of(
    request: HttpRequest, rows: QuerySet[M], limit: int, make: Callable[[list[M]], Iterable[T]], **key: int | None
) -> Part[T]:
    """Return a part of a long list, in the order of its numbers.

    ``after`` or ``before`` is the number that the part follows or precedes. Skipping what came earlier costs nothing,
    and nothing is counted.
    """
    [(name, last)] = key.items()
    lookup, order = ("pk__lt", "-pk") if name == "before" else ("pk__gt", "pk")
    found = list((rows if last is None else rows.filter(**{lookup: last})).order_by(order)[: limit + 1])
    shown = found[:limit]
    more = _address(request, limit=limit, **{name: shown[-1].pk}) if len(found) > limit else None
    return Part(next=more, items=list(make(shown)))


def _address(request: HttpRequest, **place: int) -> str:
    query = {name: request.GET[name] for name in sorted(request.GET)} | place
    return f"{settings.SITE_URL}{request.path}?{urlencode(query)}"


def seen_event(request: HttpRequest, pk: int) -> Event:
    """Return the event if the reader may see it, or else raise ``Http404``."""
    event = get_object_or_404(Event.objects.select_related("vacation_pool", "club"), pk=pk)
    if not may_see_event(reader(request), event):
        raise Http404
    return event


def seen_club(request: HttpRequest, slug: str) -> Club:
    """Return the club if the reader may see it, or else raise ``Http404``."""
    return get_object_or_404(clubs.known_to(reader(request)), slug=slug)


def of_event(request: HttpRequest, event: Event, make: Callable[[], Schema]) -> HttpResponse | Schema:
    """Return what ``make`` makes; readers without a token get a stored copy of it.

    The copy is stored for each address with its query, as long as the event doesn't change.
    """
    if token_of(request) is not None:
        return make()
    body = kept_body((request.get_full_path(),), version_of(event), lambda: make().model_dump_json())
    return HttpResponse(body.content, content_type="application/json; charset=utf-8")
