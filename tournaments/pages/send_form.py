"""Handling a form that was sent: do what it says, or show the page again with what was filled in.

Pages with several buttons are classes: see ``page_with_buttons``.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple, Protocol

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from matches.input.requests import see_other
from matches.offers.game_options import GameForm
from matches.offers.refused import OfferRefused
from tournaments.locking.refused import TournamentRefused

Done = tuple[str, str] | HttpResponse | None
"""What was done, in words or "", and the address where it shows; or another answer; ``None`` shows the page again."""


class Refused(Protocol):
    """A refusal: a sentence, and the input at fault, if any."""

    message: str
    field: str


class Sent(NamedTuple):
    """The outcome of a form. ``answer`` redirects to where it shows.

    Without one the page is shown again, with the refusal.
    """

    answer: HttpResponse | None = None
    refusal: str = ""
    status: int = HTTPStatus.OK


def send(request: HttpRequest, act: Callable[[], Done], form: forms.Form | None = None) -> Sent:
    """Do what was posted, if the form is valid."""
    if request.method != "POST":
        return Sent()
    if form is not None and not form.is_valid():
        return Sent(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        done = act()
    except (TournamentRefused, OfferRefused) as refused:
        return Sent(None, _blamed(form, refused), refused.status)
    if done is None or isinstance(done, HttpResponse):
        return Sent(done)
    words, address = done
    if words:
        messages.success(request, words)
    return Sent(see_other(address))


def _blamed(form: forms.Form | None, refused: Refused) -> str:
    """Show the refusal beside the field at fault, or else return it for the top of the page."""
    if isinstance(form, GameForm):  # it lists what is wrong on top, with links to its fields
        form.blame(refused.field, refused.message)
        return ""
    if form is None or refused.field not in form.fields:
        return refused.message
    form.add_error(refused.field, refused.message)
    return ""
