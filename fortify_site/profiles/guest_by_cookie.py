"""Visitors who play a computer, with a guest's account that the session remembers without a login.

When they sign up or log in, their matches move to that account. (A guest who was invited by email does so in
``login/claim_guest.py``.) Outside the pages of their own matches they remain visitors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from matches.gate.refused import MatchRefused
from matches.lobby.cookie_guests import forget_guest, guest_of, keep_matches, remember_longer

# Pages and actions for guests in their own matches: nothing that reaches other people.
PLAYING: Final = frozenset(
    f"matches:{name}"
    for name in (
        *("match", "turn", "position", "turn_board", "analysis", "analysis_draft", "play", "draft", "take_back"),
        *("record", "ahead", "ahead_draft", "resign", "draw", "rematch", "private_notes", "better_turn", "check"),
    )
)


PLAYS_AS_GUEST: Final = "plays_as_guest"


class GuestMiddleware:
    """Middleware that makes the session's guest the user on pages of the guest's own matches."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, PLAYS_AS_GUEST, False):  # for no one else, and only as long as the session
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:  # noqa: ARG002
        match = request.resolver_match
        if match is None or match.view_name not in PLAYING or request.user.is_authenticated:
            return
        guest = guest_of(request)
        if guest is not None and guest.seats.filter(match=kwargs["pk"]).exists():
            request.user = guest
            setattr(request, PLAYS_AS_GUEST, True)
            if request.method == "POST":
                remember_longer(request)


def keep_on_login(request: HttpRequest, user: User, **more: Any) -> None:  # noqa: ARG001
    """Give the matches that were played as a guest in this browser to the player who logs in."""
    guest = guest_of(request)
    if guest is not None:
        try:
            kept = keep_matches(guest.pk, user)
        except MatchRefused:  # the browser still remembers the guest
            words = _("The matches you played as a guest are busy just now. Log out and in again to keep them.")
            messages.warning(request, words, fail_silently=True)
            return
        forget_guest(request)
        if kept:
            messages.success(request, _("Welcome. Your guest matches are here."), fail_silently=True)
