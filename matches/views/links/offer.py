"""The page of a link that answers one offer."""

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
from matches import link_tokens
from matches.forms.challenge import GuestForm
from matches.link_permissions import is_pending
from matches.mails import old_link_requests
from matches.models import Link, Match, Offer, Seat
from matches.offers import answers, guests, shown
from matches.offers.refused import OfferRefused
from matches.views.offers import offer_context
from matches.views.requests import contribution_in, see_other

from .ask_first import ask_first
from .secret_page import MAIL


def offer_link(request: HttpRequest, link: Link) -> HttpResponse:
    assert link.offer is not None
    form = _form(request, link) if guests.is_new(link.user) else None
    if request.method != "POST":
        return _show(request, link, form)
    action = request.POST.get("action", "")
    try:
        if action == "accept":
            return _accept(request, link, link.offer, form)
        if action == MAIL:
            return _mail_link(link, request.path)
        if action != "decline":
            raise OfferRefused(_("Choose whether to accept or decline the challenge."), "invalid")
        if is_pending(link) and (asked := ask_first(request, _declining(link.offer), _("This can’t be undone."))):
            return asked
        answers.decline(link.offer, link.user)
    except (OfferRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show(request, link, form, refusal=refused.message, status=refused.status)
    return _show(request, link, None)


def _form(request: HttpRequest, link: Link) -> GuestForm:
    """It begins with the name that a visitor typed to be sent this link, and says what is wrong with it."""
    typed = {} if link.mail is None else {"display_name": link.mail.context["name"]}
    if request.method == "POST":
        return GuestForm(link.user, request.POST, initial=typed)
    begun = GuestForm(link.user, {**typed, "time_zone": link.user.time_zone}, initial=typed)
    return begun if typed and not begun.is_valid() else GuestForm(link.user, initial=typed)


def _accept(request: HttpRequest, link: Link, offer: Offer, form: GuestForm | None) -> HttpResponse:
    if form is not None and not form.is_valid():
        return _show(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    is_typed_here = form is not None and not form.initial  # by a person, then
    if not is_typed_here and is_pending(link) and (asked := ask_first(request, *_accepting(offer))):
        return asked
    try:
        with transaction.atomic():
            if form is not None:
                form.save()
            match = answers.accept(offer, link.user, contribution_in(request), has_link=offer.by_link)
    except IntegrityError:
        if form is None:
            raise
        form.add_error("display_name", JUST_TAKEN)
        return _show(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _show(request, link, None, first_turn=first_turn_of(match, link.user) if match is not None else "")


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


def _mail_link(link: Link, path: str) -> HttpResponse:
    """This link began the match and plays nothing in it, so the one that does is mailed."""
    seat = Seat.objects.filter(match__offer=link.offer, player=link.user).first()
    if seat is None:
        raise OfferRefused(_("This challenge hasn’t led to a match."), "closed")
    old_link_requests.send("position", seat)
    return see_other(f"{path}?mailed=1")


def first_turn_of(match: Match, user: User) -> str:
    """The address of the first turn, for who has just accepted and is asked at once; "" else.

    Only until that seat has played: posting an old challenge's link again opens no later turn.
    """
    seat = match.seats.filter(player=user).first()
    if seat is None or seat.asked_turn is None or match.log.filter(seat=seat, number__isnull=False).exists():
        return ""
    return reverse("matches:link", args=[link_tokens.mint_turn(seat, seat.asked_turn)])


def _why_closed(offer: Offer, user: User) -> str:
    """Why the user, who has no part in an offer by link, can no longer take it up; "" where that is possible."""
    if not offer.by_link or shown.has_part(offer, user):
        return ""
    try:
        answers.refuse_unless_free(offer)
    except OfferRefused as refused:
        return refused.message
    return ""


def _show(
    request: HttpRequest,
    link: Link,
    form: GuestForm | None,
    *,
    refusal: str = "",
    first_turn: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    known = Offer.objects.select_related("host", "match", "leave_pool").prefetch_related("places__player")
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
