"""The page of a link that answers one challenge."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.display_names import JUST_TAKEN
from accounts.models import User
from matches import link_tokens
from matches.challenges import by_address, challenges, gather, guests
from matches.forms.challenge import GuestForm
from matches.link_permissions import is_pending
from matches.mails import old_link_requests
from matches.models import Challenge, Link, Match, Seat
from matches.views.challenges import challenge_context
from matches.views.requests import contribution_in, see_other
from matches.views.tables import table_context

from .ask_first import ask_first
from .secret_page import MAIL


def challenge_link(request: HttpRequest, link: Link) -> HttpResponse:
    assert link.challenge is not None
    form = _form(request, link) if guests.is_new(link.user) else None
    if request.method != "POST":
        return _show(request, link, form)
    action = request.POST.get("action", "")
    try:
        if action == "accept":
            return _accept(request, link, form)
        if action == MAIL:
            return _mail_link(link, request.path)
        if action != "decline":
            raise challenges.Refused(_("Choose whether to accept or decline the challenge."), "invalid")
        if is_pending(link) and (asked := ask_first(request, _declining(link.challenge), _("This can’t be undone."))):
            return asked
        challenges.decline(link.challenge, link.user)
    except (challenges.Refused, old_link_requests.Refused) as refused:
        return _show(request, link, form, refusal=refused.message, status=refused.status)
    return _show(request, link, None)


def _form(request: HttpRequest, link: Link) -> GuestForm:
    """It begins with the name that a visitor typed to be sent this link, and says what is wrong with it."""
    typed = {} if link.mail is None else {"display_name": link.mail.context["name"]}
    if request.method == "POST":
        return GuestForm(link.user, request.POST, initial=typed)
    begun = GuestForm(link.user, {**typed, "time_zone": link.user.time_zone}, initial=typed)
    return begun if typed and not begun.is_valid() else GuestForm(link.user, initial=typed)


def _accept(request: HttpRequest, link: Link, form: GuestForm | None) -> HttpResponse:
    assert link.challenge is not None
    if form is not None and not form.is_valid():
        return _show(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    is_typed_here = form is not None and not form.initial  # by a person, then
    if not is_typed_here and is_pending(link) and (asked := ask_first(request, *_accepting(link.challenge))):
        return asked
    try:
        with transaction.atomic():
            if form is not None:
                form.save()
            match = gather.accept(link.challenge, link.user, contribution_in(request))
    except IntegrityError:
        if form is None:
            raise
        form.add_error("display_name", JUST_TAKEN)
        return _show(request, link, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _show(request, link, None, first_turn=first_turn_of(match, link.user) if match is not None else "")


def _accepting(challenge: Challenge) -> tuple[str, str]:
    who = {"who": challenge.challenger.display_name}
    if challenge.gathering_id is not None:
        return _("Take a seat at %(who)s’s table?") % who, ""
    return _("Accept %(who)s’s challenge?") % who, _("The match begins at once.")


def _declining(challenge: Challenge) -> str:
    who = {"who": challenge.challenger.display_name}
    if challenge.gathering_id is not None:
        return _("Decline the seat at %(who)s’s table?") % who
    return _("Decline %(who)s’s challenge?") % who


def _mail_link(link: Link, path: str) -> HttpResponse:
    """This link began the match and plays nothing in it, so the one that does is mailed."""
    assert link.challenge is not None
    match = link.challenge.led_to
    seat = Seat.objects.filter(match=match, player=link.user).first() if match is not None else None
    if seat is None:
        raise challenges.Refused(_("This challenge hasn’t led to a match."), "closed")
    old_link_requests.send("position", seat)
    return see_other(f"{path}?mailed=1")


def first_turn_of(match: Match, user: User) -> str:
    """The address of the first turn, for who has just accepted and is asked at once; "" else.

    Only until that seat has played: posting an old challenge's link again opens no later turn.
    """
    seat = match.seats.filter(player=user).first()
    if seat is None or seat.number is None or match.turns.filter(seat=seat, number__isnull=False).exists():
        return ""
    return reverse("matches:link", args=[link_tokens.mint_turn(seat, seat.number)])


def _table_of(challenge: Challenge, user: User) -> dict[str, Any]:
    """The table where it offers a seat; ``awaits_others``: the user has it, and the match hasn't begun."""
    assert challenge.gathering is not None
    context = table_context(challenge.gathering, user)
    return {**context, "awaits_others": context["is_seated"] and context["table_waits"]}


def _why_closed(offer: Challenge, user: User) -> str:
    """Why the user, who has no part in an offer by link, can no longer take it up; "" where that is possible."""
    if not offer.by_link or user.pk == offer.opponent_id:
        return ""
    try:
        by_address.refuse_unless_free(offer)
    except challenges.Refused as refused:
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
    assert link.challenge is not None
    known = Challenge.objects.select_related("challenger", "opponent", "match", "leave_pool", "gathering__match")
    challenge = known.get(pk=gather.seat_by_link(link.challenge, link.user).pk)
    context: dict[str, Any] = {
        **challenge_context(challenge, link.user),
        **(_table_of(challenge, link.user) if challenge.gathering else {}),
        "form": form,
        "owner": link.user,
        "refusal": refusal,
        "first_turn": first_turn,
        "is_mailed": bool(request.GET.get("mailed")),
        "closed": _why_closed(challenge, link.user),
    }
    return render(request, "matches/link_challenge.html", context, status=status)
