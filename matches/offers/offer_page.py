"""The page of a challenge or a table, for readers who may see it or have its link; and the list of a player's own."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, contribution_in, see_other
from matches.match_view.permissions import Reader
from matches.models import Match, Offer
from matches.offers import answers, begin, set_up, share_link, shown, terms
from matches.offers.refused import OfferRefused

from .new_offer import start_view
from .visitors import SEND_LINK, answer_visitor, visitor_context

ON_A_PAGE = 20


@login_required
@require_safe
def challenge_list(request: MemberRequest) -> HttpResponse:
    """Show the challenges and tables the reader is asked to answer, and their own; the lobby has the open ones."""
    user = request.user
    context = {
        "received": leaf(request, shown.received(user), size=ON_A_PAGE, key="in", what=_("challenges to you")),
        "made": leaf(request, shown.made(user).order_by("-pk"), size=ON_A_PAGE, key="out", what=_("your challenges")),
        "tables": leaf(request, shown.tables_of(user), size=ON_A_PAGE, key="tables", what=_("your tables")),
        "open_count": shown.open_challenges(user).count(),
        "unsuccessful": leaf(request, shown.unsuccessful(user), size=5, key="past", what=_("earlier challenges")),
    }
    return render(request, "matches/challenges.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def offer_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Show a challenge or a table; on POST, do what is asked there. Each kind has its own address."""
    offer = _get(pk)
    if (gone := _gone(request, offer)) is not None:
        return gone
    if request.path != offer.get_absolute_url():
        return see_other(offer.get_absolute_url())
    return _answer_offer(request, offer) if request.method == "POST" else _show_offer(request, offer)


@require_http_methods(["GET", "HEAD", "POST"])
def offer_by_link(request: HttpRequest, signed: str) -> HttpResponse:
    """Show an offer to readers who have its link.

    Members can take it up; visitors can have a link emailed with which they can.
    """
    offer = _get(share_link.offer_id(signed))
    if (gone := _gone(request, offer, has_link=True)) is not None:
        return gone
    if offer.has_part(request.user):
        return see_other(offer.get_absolute_url())
    if request.method != "POST":
        return _show_offer(request, offer)
    if request.user.is_authenticated:
        return _answer_offer(request, offer, has_link=True)
    if request.POST.get("action") != SEND_LINK:
        return redirect_to_login(request.path)
    return answer_visitor(request, offer, partial(_show_offer, request, offer))


def _get(pk: int | None) -> Offer:
    known = Offer.objects.select_related("host", "match", "vacation_pool").prefetch_related("places__player")
    return get_object_or_404(known, pk=pk)


def _gone(request: HttpRequest, offer: Offer, *, has_link: bool = False) -> HttpResponse | None:
    """Return the answer to readers who come for a challenge that is no longer open; ``None`` if they may see the page.

    Raises ``Http404`` if they could never see it.
    """
    if not (offer.is_table or offer.places.all()):  # its opponent has deleted their account
        raise Http404
    if offer.has_part(request.user):
        return None
    if not offer.is_table and offer.status != Offer.Status.OPEN and (has_link or not offer.by_link):
        gone = _("That challenge is no longer open: someone accepted it, or it was withdrawn.")
        messages.warning(request, gone)
        return see_other(reverse("matches:lobby"))
    if not shown.may_see_offer(offer, request.user, has_link=has_link):
        raise Http404
    return None


def _answer_offer(request: HttpRequest, offer: Offer, *, has_link: bool = False) -> HttpResponse:
    try:
        assert isinstance(request.user, User)
        done, match = _do_about_offer(request, offer, request.user, has_link=has_link)
    except OfferRefused as refused:
        return _show_offer(request, _get(offer.pk), refusal=refused.message, status=refused.status)
    messages.success(request, done)
    if match is not None:
        return see_other(match.get_absolute_url())
    can_see = shown.may_see_offer(_get(offer.pk), request.user, has_link=has_link)
    return see_other(request.path if can_see else reverse("matches:challenges"))


def _do_about_offer(request: HttpRequest, offer: Offer, user: User, *, has_link: bool) -> tuple[str, Match | None]:
    """Do what a button says; return what to tell the reader, and the match that has begun. Raises ``OfferRefused``."""
    begun = _("The match has begun.")
    match request.POST.get("action"):
        case "accept":
            led_to = answers.accept_place(offer, user, contribution_in(request), has_link=has_link)
            return begun if led_to else _("You have a seat. We’ll email you when the match begins."), led_to
        case "decline":
            answers.decline(offer, user)
            return _("Challenge declined."), None
        case "leave":
            answers.decline(offer, user)
            return _("You’ve given your seat back."), None
        case "withdraw":
            answers.withdraw_offer(offer, user)
            return _("You’ve called the table off.") if offer.is_table else _("Challenge withdrawn."), None
        case "begin":
            return begun, begin.begin(offer, user)
        case "offer":
            typed = request.POST.get("invited", "").strip()
            set_up.offer_place(offer, user, terms.find_asked(typed) if typed else None)
            return _("The seat is offered."), None
    if offer.is_table:
        raise OfferRefused(_("Choose what to do at this table."), "invalid")
    raise OfferRefused(_("Choose whether to accept or decline the challenge."), "invalid")


def _show_offer(request: HttpRequest, offer: Offer, *, status: int = HTTPStatus.OK, **more: object) -> HttpResponse:
    context = {**offer_context(offer, request.user), **visitor_context(), **more}
    page = "matches/table.html" if offer.is_table else "matches/challenge.html"
    return render(request, page, context, status=status)


def offer_context(offer: Offer, reader: Reader) -> dict[str, Any]:
    """Return what a page about an offer needs.

    It is for the host, for players who are asked, and for those who may take a place. ``place`` is the reader's own, or
    that of a challenge.
    """
    by_age = attrgetter("pk")
    places = sorted(offer.places.all(), key=lambda place: (not place.is_taken, place.answered_at or place.made_at))
    taken = [place for place in places if place.is_taken]
    live = [place for place in places if not place.is_declined]
    user = reader if isinstance(reader, User) else None
    own = max((place for place in places if user and place.player_id == user.pk), key=by_age, default=None)
    is_host = user is not None and user.pk == offer.host_id
    waits = offer.is_open
    return {
        "offer": offer,
        "game": offer.game,
        "place": own or (None if offer.is_table else next(iter(places), None)),
        "first_seat": "" if offer.is_table else offer.game.sides(2)[0].name,
        "first": first_in_words(offer, reader),
        "view": None if offer.is_table else start_view(offer.game, offer.options),
        "taken": taken,
        "asked": [place for place in live if place.awaits_answer],
        "free": offer.free,
        "unoffered": offer.seats - 1 - len(live),
        "declined": [place for place in places if place.is_declined],
        "waits": waits,
        "may_begin": offer.seats > 1 + len(taken) and terms.is_playable(offer.game, 1 + len(taken)),
        "is_host": is_host,
        "is_seated": own is not None and own.is_taken,
        "is_invited": own is not None and own.awaits_answer,
        "share_url": share_link.share_url(offer) if is_host and waits and offer.by_link else "",
        "not_wanted": answers.why_not_wanted(offer, user) if waits and user else "",
        "may_decline": waits and own is not None and own.awaits_answer,
    }


def first_in_words(offer: Offer, reader: Reader) -> str:
    """Return the player of the first seat, said to the reader: "random", "you", "Ann"."""
    if offer.first == Offer.First.LOT:
        return _("random")
    host_first = offer.first == Offer.First.ME
    you = pgettext("who has the first seat", "you")
    if reader.pk == offer.host_id:
        return you if host_first else pgettext("who has the first seat", "your opponent")
    return offer.host.display_name if host_first else you
