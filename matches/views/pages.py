"""The match page, for the views that answer with it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from .desk import Desk


def form_of(desk: Desk, **typed: Any) -> dict[str, Any]:
    """The turn form of somebody who is logged in; ``typed`` is what they filled in so far (see ``Desk.form``)."""
    play, draft = (reverse(f"matches:{name}", args=[desk.match.pk]) for name in ("play", "draft"))
    return desk.form(form_url=play, draft_url=draft, **typed)


def show(
    request: HttpRequest,
    desk: Desk,
    *,
    form: dict[str, Any] | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The match page, with the form of a reader who is asked; ``refusal`` is a sentence about anything that was
    turned down and is not said in the form."""
    if form is None and desk.is_asked:
        form = form_of(desk)
    context = {**desk.context(request), "refusal": refusal, "form_is_open": form is not None, **(form or {})}
    return render(request, "matches/match.html", context, status=status)
