"""What a guest chooses at the foot of a link's page, having no profile: the language and the time zone."""

from __future__ import annotations

from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.preferences.language import keep_language
from matches.forms.time_zone import TimeZoneForm
from matches.offers.locking import unless_locked_out
from matches.offers.refused import OfferRefused
from matches.vacation import follow, pauses
from matches.views.requests import see_other
from timekeeping import clock

from .secret_page import as_read_by

ZONE = "time-zone"  # in the query of a page's address, in place of the page


def is_choosing(request: HttpRequest, owner: User) -> bool:
    """Of an account a link grants nothing."""
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
    """The form, saved if it has no errors, with the guest's row held: what may be changed only so often is not changed
    twice at once."""
    form = TimeZoneForm(pauses.held(owner), clock.now(), request.POST)
    if form.is_valid():
        form.save()
    return form
