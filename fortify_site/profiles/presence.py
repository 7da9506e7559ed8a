"""Noting that a player looks at the site."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import last_seen
from accounts.models import User
from mail.preferences import until_return
from matches.match_view.read_marks import is_looked_at

log = logging.getLogger(__name__)


class PresenceMiddleware:
    """Middleware that notes players' visits: once an hour, for what others may know of them.

    For players who want no more emails about turns until they are back, it also notes the first visit after an email.
    Requests of a script on an open page don't count.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and _is_visit(request):
            _note_visit(request.user)
        return self.get_response(request)


def _is_visit(request: HttpRequest) -> bool:
    """Return whether the request is a visit, by its mode.

    That is all that remains of a page's request once a service worker has passed it on.
    """
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate" and is_looked_at(request)


def _note_visit(user: User) -> None:
    try:
        last_seen.note_visit(user, timezone.now(), on_site=True)
        if user.told_by is not None:
            until_return.clear_pending_notice(user)
    except OperationalError as error:  # the page is shown all the same
        log.warning("could not note that player %s is back: %s", user.pk, error)
