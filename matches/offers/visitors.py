"""Taking up an offer by its link without an account: the form, and the link that it has emailed."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.preferences.time_zone import name_of_zone
from matches.input.requests import network_of
from matches.models import Offer
from matches.offers import link_by_email
from matches.offers.refused import OfferRefused

from .guest_form import VisitorForm

SEND_LINK = "send_link"  # the value of the button

Show = Callable[..., HttpResponse]


def visitor_context() -> dict[str, Any]:
    """Return what `matches/_visitor.html` needs before anything is sent."""
    return {"visitor_form": VisitorForm()}


def answer_visitor(request: HttpRequest, offer: Offer, show: Show) -> HttpResponse:
    """Email the visitor the link they ask for. ``show`` makes the page."""
    form = VisitorForm(request.POST)
    if not form.is_valid():
        return show(visitor_form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    name, typed = form.cleaned_data["display_name"], form.cleaned_data["email"]
    whence = {"peer": network_of(request), "time_zone": name_of_zone(request)}
    try:
        sent_to = link_by_email.send_link(offer, name, typed, **whence)
    except OfferRefused as refused:
        if not refused.field:
            return show(visitor_form=form, refusal=refused.message, status=refused.status)
        form.add_error(refused.field, refused.message)
        return show(visitor_form=form, status=refused.status)
    return show(sent_to=sent_to)
