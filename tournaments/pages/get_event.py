"""The event that an address names, for those who may see or organise it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.input.requests import MemberRequest, login_keeps
from tournaments.models import Event
from tournaments.pages.page_with_buttons import PageWithButtons
from tournaments.permissions.events import may_organise, may_see_event

Typed = Callable[[QueryDict], Mapping[str, str]]
View = Callable[..., HttpResponse]


def for_organisers(typed: Typed | None = None) -> Callable[[View], View]:
    """Give a view the event in place of ``pk``, for its organisers. ``typed`` is as for ``login_keeps``."""

    log_in: Callable[[View], View] = login_keeps(typed) if typed else login_required

    def decorate(view: View) -> View:
        @log_in
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: MemberRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
            return view(request, organised(request, pk), *args, **kwargs)

        return guarded

    return decorate


def organised(request: MemberRequest, pk: int) -> Event:
    """Return the event for its organisers. Others get 403, or 404 if they may not even see it."""
    event = get_object_or_404(_events(), pk=pk)
    if not may_organise(request.user, event):
        if not may_see_event(request.user, event):
            raise Http404
        raise PermissionDenied(_("Only the event’s organisers can do that."))
    return event


class EventPage(PageWithButtons):
    """A page for an event's organisers."""

    event: Event

    def find(self) -> None:
        self.event = organised(self.request, self.kwargs["pk"])


def seen_event(request: HttpRequest, pk: int) -> Event:
    """Return the event for readers who may see it, else 404."""
    event = get_object_or_404(_events(), pk=pk)
    if not may_see_event(request.user, event):
        raise Http404
    return event


def for_readers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give a view the event in place of ``pk``, if the reader may see it.

    Otherwise visitors are asked to log in, whether it exists or not; others get 404.
    """

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
        event = _events().filter(pk=pk).first()
        if event is not None and may_see_event(request.user, event):
            return view(request, event, *args, **kwargs)
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.get_full_path())

    return guarded


def member(request: MemberRequest) -> User:
    """Return the reader, who must have an account of their own."""
    if request.user.is_guest:
        raise PermissionDenied(_("Choose a name for your account first; then you can organise events."))
    return request.user


def _events() -> QuerySet[Event]:
    return Event.objects.select_related("vacation_pool", "made_by")
