"""Handling a form that was sent: do what it says, or show the page again with what was filled in."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from matches.input.requests import see_other
from tournaments.locking.refused import TournamentRefused

Forms = dict[str, forms.Form]


class Sent(NamedTuple):
    """The outcome of a form. ``answer`` redirects to where it shows.

    Without one the page is shown again, with the refusal.
    """

    answer: HttpResponse | None = None
    refusal: str = ""
    status: int = HTTPStatus.OK


class Again(NamedTuple):
    """A page to show again: its forms with what was filled in, by their keys, and a refusal."""

    forms: Forms
    refusal: str = ""
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY


def send(request: HttpRequest, act: Callable[[], tuple[str, str]], form: forms.Form | None = None) -> Sent:
    """Do what was posted, if the form is valid: ``act`` returns what was done, and where to go then."""
    if request.method != "POST":
        return Sent()
    if form is not None and not form.is_valid():
        return Sent(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        done, address = act()
    except TournamentRefused as refused:
        return Sent(None, _blamed(form, refused), refused.status)
    if done:
        messages.success(request, done)
    return Sent(see_other(address))


def tried(key: str, form: forms.Form, act: Callable[[], str]) -> Again | str:
    """Return what ``act`` says was done; or the form again if it is invalid or refused."""
    if not form.is_valid():
        return Again({key: form})
    try:
        return act()
    except TournamentRefused as refused:
        return Again({key: form}, _blamed(form, refused), refused.status)


def _blamed(form: forms.Form | None, refused: TournamentRefused) -> str:
    """Show the refusal beside the field at fault, or else return it for the top of the page."""
    if form is None or refused.field not in form.fields:
        return refused.message
    form.add_error(refused.field, refused.message)
    return ""
