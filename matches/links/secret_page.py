"""The parts that the pages behind the secret links of emails share.

These are their headers, the language they speak, the question before they do what can't be taken back, and what guests
choose at their foot.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import ParamSpec

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import page_not_found

from accounts.last_seen import NOT_CHOSEN
from accounts.models import User
from accounts.preferences.language import keep_language
from matches.clocks import pauses
from matches.gate.refused import MatchRefused
from matches.input.requests import SECRET_HEADERS, View, see_other
from matches.offers.guest_form import TimeZoneForm
from matches.offers.locking import unless_locked_out
from matches.offers.refused import OfferRefused
from matches.vacation import follow
from timekeeping import clock
from timekeeping.time_zones import known_zone

from .old_link_requests import LinkRequestRefused

MAIL = "mail"  # the value of the button that has a newer link sent
ZONE = "time-zone"  # in the query of a page's address, in place of the page
SURE = "sure"
YES, NO = "yes", "no"
_NOT_KEPT = frozenset({SURE, "csrfmiddlewaretoken", "asked"})

Refusal = MatchRefused | OfferRefused | LinkRequestRefused
P = ParamSpec("P")


def secret_page(view: View[P]) -> View[P]:
    """Serve a page whose address is a secret, so that it isn't stored, indexed, or told to the next site.

    The answer to a wrong address carries the same headers as that to a right one.

    There is no CSRF check. The token in the address is the authority, not a cookie that a browser adds automatically,
    so a forger would need the token and then would need no forgery. And the check could not pass: under no-referrer a
    browser sends ``Origin: null`` with the form, and people who block cookies must be able to play.
    """

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Http404 as error:
            response = page_not_found(request, error)
        for name, value in SECRET_HEADERS.items():
            response.headers[name] = value
        return response

    return guarded


def speak_as_browser(request: HttpRequest, newcomer: User) -> None:
    """Speak to a new guest in the language of their browser, until ``GuestForm`` keeps one."""
    newcomer.language = translation.get_language_from_request(request)


@contextmanager
def as_read_by(user: User) -> Iterator[None]:
    """Say words and times in the language and time zone of the link's owner, who needn't be logged in.

    Guests who haven't chosen a zone get the browser's.
    """
    is_undecided = user.is_guest and user.time_zone == NOT_CHOSEN
    zone = timezone.get_current_timezone() if is_undecided else known_zone(user.time_zone)
    with translation.override(user.language), timezone.override(zone):
        yield


# -- the question first ----------------------------------------------------------------------------------------------
# Mail servers open the links of emails before their readers do, and some submit the forms that they find, as they are.
# So a button alone decides nothing: its reader answers yes or no, and neither is chosen on the page.


def is_sure(request: HttpRequest) -> bool:
    """Return whether the form that was posted says yes."""
    return request.POST.get(SURE) == YES


def ask_first(request: HttpRequest, question: str, words: str = "") -> HttpResponse | None:
    """Return the page that asks, with all that was posted; after a no, the page of the button; ``None`` after a yes.

    ``words`` say what a yes leads to.
    """
    if is_sure(request):
        return None
    if request.POST.get(SURE) == NO:
        return see_other(request.path)
    is_unanswered = "asked" in request.POST
    context = {
        "question": question,
        "words": words,
        "kept": [
            (name, value) for name in request.POST if name not in _NOT_KEPT for value in request.POST.getlist(name)
        ],
        "is_unanswered": is_unanswered,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_unanswered else HTTPStatus.OK
    return render(request, "matches/link_question.html", context, status=status)


# -- what a guest, who has no profile, chooses at the foot of a page -------------------------------------------------


def is_choosing(request: HttpRequest, owner: User) -> bool:
    """Return whether a guest chooses their language or zone: a link grants nothing of an account."""
    return owner.is_guest and (ZONE in request.GET or "language" in request.POST)


def answer_choice(request: HttpRequest, owner: User) -> HttpResponse:
    """Keep the language, or ask for the time zone and keep it."""
    if ZONE not in request.GET:
        return keep_language(request, owner)
    with as_read_by(owner):
        return _choose_zone(request, owner)


def _choose_zone(request: HttpRequest, owner: User) -> HttpResponse:
    form, status = TimeZoneForm(owner, clock.now()), HTTPStatus.OK
    if request.method == "POST":
        try:
            form = unless_locked_out(lambda: _saved(request, owner))
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        except OfferRefused as refused:
            form = TimeZoneForm(owner, clock.now(), request.POST)
            form.add_error(None, refused.message)
            status = HTTPStatus(refused.status)
        if not form.errors:
            follow.follow_player(form.owner)
            return see_other(request.path)
    return render(request, "matches/link_time_zone.html", {"form": form}, status=status)


@transaction.atomic
def _saved(request: HttpRequest, owner: User) -> TimeZoneForm:
    """Return the form, saved if it has no errors.

    The guest's row is locked: settings that may only change so often must not change twice at once.
    """
    form = TimeZoneForm(pauses.lock_player(owner), clock.now(), request.POST)
    if form.is_valid():
        form.save()
    return form
