"""Asking for a rematch without a login: by the link that came with the result, or, for guests, where their last turn
shows it."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.mails import old_link_requests
from matches.match_view.view import MatchView
from matches.models import Link, Seat
from matches.offers import rematch
from matches.offers.refused import OfferRefused
from matches.views.match.after_match import after_match
from matches.views.requests import contribution_in, see_other

from .ask_first import ask_first
from .offer import first_turn_of
from .secret_page import MAIL

REMATCH = "rematch"
Refusal = OfferRefused | old_link_requests.LinkRequestRefused


def rematch_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    if request.method != "POST":
        return _show(request, link, match_view, token)
    try:
        if request.POST.get("action") != MAIL:
            if asked := ask_about_rematch(request, match_view):
                return asked
            return see_other(
                ask_by_link(link, match_view, reverse("matches:link", args=[token]), contribution_in(request))
            )
        return _mail_link(link, match_view, request.path)
    except (OfferRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show(request, link, match_view, token, refused)


def ask_about_rematch(request: HttpRequest, match_view: MatchView) -> HttpResponse | None:
    """As ``ask_first``; nothing where the rematch has been asked for, or has begun."""
    offer = rematch.latest(match_view.match)
    who = {"who": match_view.others_names}
    if offer is None:
        return ask_first(request, _("Offer %(who)s a rematch?") % who, _("Same settings, sides swapped."))
    if offer.match_id is not None or offer.host_id == match_view.own_seat.player_id:
        return None
    return ask_first(request, _("Accept the rematch with %(who)s?") % who, _("The match begins at once."))


def ask_by_link(link: Link, match_view: MatchView, page: str, contribution: str) -> str:
    """Ask from the seat of the link: to its ``page``, or to the first turn of a rematch that has begun by it. Raises
    ``OfferRefused``."""
    waited = rematch.latest(match_view.match)
    offer = rematch.ask(match_view.own_seat, contribution)
    has_begun = offer.match is not None and (waited is None or waited.match_id is None)
    return (first_turn_of(offer.match, link.user) if has_begun and offer.match else "") or page


def _mail_link(link: Link, match_view: MatchView, path: str) -> HttpResponse:
    """This link plays nothing in the rematch, so the one that does is mailed."""
    offer = rematch.latest(match_view.match)
    seat = Seat.objects.filter(match=offer.match_id, player=link.user).first() if offer and offer.match_id else None
    if seat is not None:
        old_link_requests.send("position", seat)
    return see_other(f"{path}?mailed=1" if seat is not None else path)


def _show(
    request: HttpRequest, link: Link, match_view: MatchView, token: str, refused: Refusal | None = None
) -> HttpResponse:
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "game": match_view.game,
        "seat": match_view.seat,
        "view": match_view.view,
        "after": after_match(match_view),
        "owner": link.user,
        "token": token,
        "is_mailed": bool(request.GET.get("mailed")),
        "refusal": refused.message if refused else "",
        "by_link": True,
    }
    return render(request, "matches/link_rematch.html", context, status=refused.status if refused else HTTPStatus.OK)
