"""The page behind the unsubscribe address of an email, and the address that mail programs post to (RFC 8058)."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import TurnMail, User
from i18n import dates
from mail.preferences import unsubscribe as addresses
from matches.models import Seat, Vacation
from matches.record.names import match_and_others
from matches.vacation import follow, plans
from matches.vacation import words as vacation_words
from timekeeping import clock

from . import old_link_requests
from .secret_page import as_read_by

PAGES = {
    "club_news": "email/unsubscribe_news.html",
    "invitations": "email/unsubscribe_invitations.html",
    addresses.DECISIONS: "email/unsubscribe_decisions.html",
    addresses.SUBJECTS: "email/subjects.html",
}
GUEST_PAGE, USUAL_PAGE = "email/unsubscribe_guest.html", "email/unsubscribe.html"
ONE_CLICK = ("List-Unsubscribe", "One-Click")  # what a mail program posts, and no button of ours (RFC 8058, 3.1)
KEEP, STOP, PAUSE, RESIGN = "on", "off", "pause", "resign"
PAUSED_DAYS = 7
MOST_NAMED = 10


@never_cache
@csrf_exempt  # the signed address is the authority, and a mail program that posts to it has no cookie (RFC 8058, 3.2)
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask which emails to turn off; on POST, do what was chosen.

    For a mail program, POST turns off this kind at once and answers 200 without a redirect. The form as it comes
    changes nothing: some mail servers submit the forms that links lead to.
    """
    address = addresses.find_address(signed)
    if address is None:
        response = render(request, USUAL_PAGE, {"owner": None}, status=HTTPStatus.NOT_FOUND)
    else:
        with as_read_by(address.user):
            response = _answer(request, address)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _answer(request: HttpRequest, address: addresses.Address) -> HttpResponse:
    done, refusal, status = "", "", int(HTTPStatus.OK)
    if request.method == "POST":
        name, value = ONE_CLICK
        chosen = STOP if request.POST.get(name) == value else request.POST.get("mail", "")
        try:
            done = _do(chosen, address)
        except (plans.VacationRefused, old_link_requests.LinkRequestRefused) as refused:
            refusal, status = refused.message, refused.status
    owner, is_about_turns = address.user, address.wish == addresses.TURNS
    page = GUEST_PAGE if is_about_turns and owner.is_guest else PAGES.get(address.wish, USUAL_PAGE)
    context = {"owner": owner, "done": done, "refusal": refusal, "is_done": request.method == "POST" and not refusal}
    more = _at_stake(owner) if page == GUEST_PAGE else {}
    return render(request, page, {**context, **more}, status=status)


def _do(chosen: str, address: addresses.Address) -> str:
    """Do what was chosen, and return anything done besides turning emails on or off, as a sentence.

    Raises ``VacationRefused`` or ``LinkRequestRefused``.
    """
    guest = address.user if address.wish == addresses.TURNS and address.user.is_guest else None
    match chosen:
        case "on" | "off":
            addresses.set_wish(address, wanted=chosen == KEEP)
            return ""
        case "pause" if guest is not None:
            return _pause(guest)
        case "resign" if guest is not None:
            return _mail_links(guest)
        case _:
            raise old_link_requests.LinkRequestRefused(
                _("Choose what you would like to do."), HTTPStatus.UNPROCESSABLE_ENTITY
            )


# -- what a guest, who has one switch for everything, is told before --------------------------------------------------


def _at_stake(guest: User) -> dict[str, Any]:
    """Return the matches that a guest without emails can lose, and what they may do instead."""
    seats = list(_running(guest)[: MOST_NAMED + 1])
    is_away = Vacation.objects.filter(player=guest, starts_at__lte=clock.now(), ends_at__gt=clock.now()).exists()
    return {
        "seats": [(seat, match_and_others(seat.match, _others(seat))) for seat in seats[:MOST_NAMED]],
        "has_more": len(seats) > MOST_NAMED,
        "may_pause": not is_away and any(seat.match.vacation_pool_id for seat in seats),
        "is_stopped": guest.turn_mail == TurnMail.NONE,
        "days": PAUSED_DAYS,
    }


def _running(guest: User) -> Any:
    seats = Seat.objects.filter(player=guest, finished_at=None).select_related("match")
    return seats.prefetch_related("match__seats__player").order_by("deadline", "pk")


def _others(seat: Seat) -> list[Seat]:
    return [other for other in seat.match.seats.all() if other.pk != seat.pk]


def _pause(guest: User) -> str:
    last_day = timezone.localdate() + timedelta(days=PAUSED_DAYS)
    taken = plans.take(guest, None, last_day, clock.now())
    moved = follow.follow_player(guest)
    until = dates.day(vacation_words.last_day(taken))
    said = _("You’re on vacation until the end of %(day)s.") % {"day": until}
    return f"{said} {moved.words}".strip()


def _mail_links(guest: User) -> str:
    """Email links to resign: this page's address is in every email, and may have been forwarded."""
    for seat in _running(guest)[:MOST_NAMED]:
        old_link_requests.send_new_links("confirm_resignation", seat)
    return _("We’ve emailed you a link to resign each match.")
