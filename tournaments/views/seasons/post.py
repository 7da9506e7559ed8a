"""What was sent to an organisers’ page of a season: done, or shown again with what was filled in."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from django import forms

from tournaments.gate.refused import Refused

Forms = dict[str, forms.Form]


class Again(NamedTuple):
    """The page as it is shown again: its forms that keep what was filled in, by their keys, and a refusal."""

    forms: Forms
    refusal: str = ""
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY


def tried(key: str, form: forms.Form, act: Callable[[], str]) -> Again | str:
    """What ``act`` says was done with what is filled in; the form again where it lacks something, or is refused."""
    if not form.is_valid():
        return Again({key: form})
    try:
        return act()
    except Refused as refused:
        if refused.field not in form.fields:
            return Again({key: form}, refused.message, refused.status)
        form.add_error(refused.field, refused.message)
        return Again({key: form}, status=refused.status)
