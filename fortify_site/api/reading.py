"""How resources are read: by pages, and once for all who show no token."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from ninja import Schema

from tournaments.kept import Kept
from tournaments.models import Event
from tournaments.permissions import may_see
from tournaments.versions import version_of

from .door import token_of
from .schemas import Page
from .site import reader

T = TypeVar("T")
M = TypeVar("M", bound=Any)

LIMIT = 50
KEPT_SECONDS = 60
_bodies: Kept[str] = Kept(size=200, seconds=KEPT_SECONDS)


def paged(
    request: HttpRequest,
    rows: QuerySet[M],
    limit: int,
    offset: int,
    make: Callable[[list[M]], Iterable[T]],
    count: int | None = None,
) -> Page[T]:
    """A part of the rows. ``make`` gets them all at once, so that it can look up together what it needs."""
    found = rows.count() if count is None else count
    items = list(make(list(rows[offset : offset + limit])))
    last = offset + limit
    return Page(count=found, next=_address(request, limit, last) if last < found else None, items=items)


def _address(request: HttpRequest, limit: int, offset: int) -> str:
    query = {name: request.GET[name] for name in sorted(request.GET)} | {"limit": limit, "offset": offset}
    return f"{settings.SITE_URL}{request.path}?{urlencode(query)}"


def seen_event(request: HttpRequest, pk: int) -> Event:
    """The event, for whoever may see it; ``Http404`` for others."""
    from django.http import Http404

    event = get_object_or_404(Event.objects.select_related("leave_pool", "club"), pk=pk)
    if not may_see(reader(request), event):
        raise Http404
    return event


def of_event(
    request: HttpRequest, event: Event, key: tuple[Hashable, ...], make: Callable[[], Schema]
) -> HttpResponse | Schema:
    """What ``make`` makes; for the crowd it is made once, as long as the event stays as it is. ``key`` is what it
    depends on besides the address."""
    if token_of(request) is not None:
        return make()
    kept_as = (request.path, *key, translation.get_language())
    body = _bodies.get(kept_as, version_of(event), lambda: make().model_dump_json())
    return HttpResponse(body, content_type="application/json; charset=utf-8")
