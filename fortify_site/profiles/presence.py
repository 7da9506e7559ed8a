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
    """Notes that a player looks at the site: once an hour, for what others are told of it, and once for an email, for
    a player who wishes for no more mail about turns until then. What a script fetches for a page that stays open is no
    visit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and _is_visit(request):
            _note_visit(request.user)
        return self.get_response(request)


def _is_visit(request: HttpRequest) -> bool:
    """The mode, since a service worker that hands a page's request on leaves no other mark of one."""
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate" and is_looked_at(request)


def _note_visit(user: User) -> None:
    try:
        last_seen.note_visit(user, timezone.now(), on_site=True)
        if user.told_by is not None:
            until_return.clear_pending_notice(user)
    except OperationalError as error:  # the page is there all the same
        log.warning("could not note that player %s is back: %s", user.pk, error)
