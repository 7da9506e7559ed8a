"""Answering an offer by link, and asking for a rematch by link.

The link for a rematch came with the result; guests can also use the page that shows their last turn.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.display_names import JUST_TAKEN
from matches.input.requests import contribution_in, see_other
from matches.links.permissions import is_pending
from matches.mails import tokens
from matches.match_view.view import MatchView
from matches.models import Link, Match, Offer, Seat
from matches.offers import answers, guests, rematch
from matches.offers.guest_form import GuestForm
from matches.offers.offer_page import offer_context
from matches.offers.refused import OfferRefused
from matches.playing.match_page import after_match

from . import old_link_requests
from .secret_page import MAIL, Refusal, ask_first

REMATCH = "rematch"


def offer_link(request: HttpRequest, link: Link) -> HttpResponse:
    """Show the offer of a link, and accept or decline it."""
    assert link.offer is not None
    form = _guest_form(request, link) if guests.is_new(link.user) else None
    if request.method != "POST":
        return _show_offer(request, link, form)
    action = request.POST.get("action", "")
    try:
        if action == "accept":
            return _accept_offer(request, link, link.offer, form)
        if action == MAIL:
            return _mail_first_link(link, request.path)
        if action != "decline":
            raise OfferRefused(_("Choose whether to accept or decline the challenge."), "invalid")
        if is_pending(link) and (asked := ask_first(request, _declining(link.offer), _("This can’t be undone."))):
            return asked
        answers.decline(link.offer, link.user)
    except (OfferRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show_offer(request, link, form, refusal=refused.message, status=refused.status)
    return _show_offer(request, link, None)


def _guest_form(request: HttpRequest, link: Link) -> GuestForm:
    """Return the form for a guest's name, which begins with the name that they typed to be sent this link."""
    typed = {} if link.mail is None else {"display_name": link.mail.context["name"]}
    if request.method == "POST":
        return GuestForm(link.user, request.POST, initial=typed)
    begun = GuestForm(link.user, {**typed, "time_zone": link.user.time_zone}, initial=typed)
    return begun if typed and not begun.is_valid() else GuestForm(link.user, initial=typed)


def _accept_offer(request: HttpRequest, link: Link, offer: Offer, form: GuestForm | None) -> HttpResponse:
    if form is not None and not form.is_valid():
        return _show_offer(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    is_typed_here = form is not None and not form.initial  # by a person, then
    if not is_typed_here and is_pending(link) and (asked := ask_first(request, *_accepting(offer))):
        return asked
    try:
        with transaction.atomic():
            if form is not None:
                form.save()
            match = answers.accept_place(offer, link.user, contribution_in(request), has_link=offer.by_link)
    except IntegrityError:
        if form is None:
            raise
        form.add_error("display_name", JUST_TAKEN)
        return _show_offer(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _show_offer(request, link, None, first_turn=first_turn_of(match, link.user) if match is not None else "")


def _accepting(offer: Offer) -> tuple[str, str]:
    who = {"who": offer.host.display_name}
    if offer.is_table:
        return _("Take a seat at %(who)s’s table?") % who, ""
    return _("Accept %(who)s’s challenge?") % who, _("The match begins at once.")


def _declining(offer: Offer) -> str:
    who = {"who": offer.host.display_name}
    if offer.is_table:
        return _("Decline the seat at %(who)s’s table?") % who
    return _("Decline %(who)s’s challenge?") % who


def _mail_first_link(link: Link, path: str) -> HttpResponse:
    """Email the link to the first turn: this one began the match and plays nothing in it."""
    seat = Seat.objects.filter(match__offer=link.offer, player=link.user).first()
    if seat is None:
        raise OfferRefused(_("This challenge hasn’t led to a match."), "closed")
    old_link_requests.send_new_links("position", seat)
    return see_other(f"{path}?mailed=1")


def first_turn_of(match: Match, user: User) -> str:
    """Return the address of the first turn, for a player who has just accepted and moves first; "" for others.

    Only until that seat has played: an old challenge's link, posted again, opens no later turn.
    """
    seat = match.seats.filter(player=user).first()
    if seat is None or seat.asked_turn is None or match.log.filter(seat=seat, number__isnull=False).exists():
        return ""
    return reverse("matches:link", args=[tokens.mint_turn(seat, seat.asked_turn)])


def _why_closed(offer: Offer, user: User) -> str:
    """Return why the user, who has no part in an offer by link, can no longer take it up; "" if they can."""
    if not offer.by_link or offer.has_part(user):
        return ""
    try:
        answers.refuse_unless_free(offer)
    except OfferRefused as refused:
        return refused.message
    return ""


def _show_offer(
    request: HttpRequest,
    link: Link,
    form: GuestForm | None,
    *,
    refusal: str = "",
    first_turn: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    known = Offer.objects.select_related("host", "match", "vacation_pool").prefetch_related("places__player")
    offer = get_object_or_404(known, pk=link.offer_id)
    context: dict[str, Any] = offer_context(offer, link.user)
    context |= {
        "awaits_others": context["is_seated"] and context["waits"],
        "has_begun": context["is_seated"] and offer.status == Offer.Status.BEGUN,
        "may_answer": answers.waits_for(offer, link.user),
        "form": form,
        "owner": link.user,
        "refusal": refusal,
        "first_turn": first_turn,
        "is_mailed": bool(request.GET.get("mailed")),
        "closed": _why_closed(offer, link.user),
    }
    return render(request, "matches/link_offer.html", context, status=status)


# -- a rematch -------------------------------------------------------------------------------------------------------


def rematch_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Show the page on which a rematch is asked for; on POST, ask for it."""
    if request.method != "POST":
        return _show_rematch(request, link, match_view, token)
    try:
        if request.POST.get("action") != MAIL:
            if asked := ask_about_rematch(request, match_view):
                return asked
            return see_other(
                ask_by_link(link, match_view, reverse("matches:link", args=[token]), contribution_in(request))
            )
        return _mail_link(link, match_view, request.path)
    except (OfferRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show_rematch(request, link, match_view, token, refused)


def ask_about_rematch(request: HttpRequest, match_view: MatchView) -> HttpResponse | None:
    """Ask the reader to confirm the rematch (``ask_first``); ``None`` if that isn't needed.

    It isn't once the reader has confirmed it or asked for it before, or the rematch has begun.
    """
    offer = rematch.latest(match_view.match)
    who = {"who": match_view.others_names}
    if offer is None:
        return ask_first(request, _("Offer %(who)s a rematch?") % who, _("Same settings, sides swapped."))
    if offer.match_id is not None or offer.host_id == match_view.own_seat.player_id:
        return None
    return ask_first(request, _("Accept the rematch with %(who)s?") % who, _("The match begins at once."))


def ask_by_link(link: Link, match_view: MatchView, page: str, contribution: str) -> str:
    """Ask for a rematch from the seat of the link, and return the page to go to.

    That is the ``page`` of the link, or the first turn of a rematch that has begun by it. Raises ``OfferRefused``.
    """
    waited = rematch.latest(match_view.match)
    offer = rematch.ask(match_view.own_seat, contribution)
    has_begun = offer.match is not None and (waited is None or waited.match_id is None)
    return (first_turn_of(offer.match, link.user) if has_begun and offer.match else "") or page


def _mail_link(link: Link, match_view: MatchView, path: str) -> HttpResponse:
    """Email the link that plays in the rematch: this one doesn't."""
    offer = rematch.latest(match_view.match)
    seat = Seat.objects.filter(match=offer.match_id, player=link.user).first() if offer and offer.match_id else None
    if seat is not None:
        old_link_requests.send_new_links("position", seat)
    return see_other(f"{path}?mailed=1" if seat is not None else path)


def _show_rematch(
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
