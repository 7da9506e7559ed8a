"""The host's page: the site's condition, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.queue import CannotResend, resend_mail
from matches.input.requests import see_other, whole_number
from matches.models import Match, Seat
from timekeeping import clock

from . import emails, matches, sweep, webhooks
from .check import State
from .report import last_look, run_checks

SHOWN = 20
MOST_AT_ONCE = 200
RESEND = "mail.change_outboxmail"  # as for the same button in the admin
LISTS: dict[str, State] = {"bad": "bad", "doubtful": "warn", "good": "good"}

ViewFunction = Callable[..., HttpResponse]


class StaffRequest(HttpRequest):
    user: User


def host_only(view: ViewFunction) -> ViewFunction:
    """Restrict a view to staff. Others are refused, or asked to log in first."""

    @login_required
    @wraps(view)
    def guarded(request: StaffRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_staff:
            raise PermissionDenied(_("Only the host of this site can see its status."))
        return view(request, *args, **kwargs)

    return guarded


@never_cache
@host_only
@require_safe
def status_page(request: StaffRequest) -> HttpResponse:
    checks = run_checks()
    now = clock.now()
    context = {
        **{name: [check for check in checks if check.state == state] for name, state in LISTS.items()},
        "given_up": emails.listed_mails(emails.given_up_mails(), SHOWN),
        "failing": emails.listed_mails(emails.failing_mails(), SHOWN),
        "held": _seats(matches.stopped(Seat.Stopped.MAIL)),
        "stopped": _seats(matches.stopped(Seat.Stopped.ORGANISER)),
        "standing": _matches(matches.idle_matches(now)),
        "webhooks": webhooks.troubled_webhooks(now, SHOWN),
        "outages": sweep.latest_outages(),
        "most": SHOWN,
        "may_send": request.user.has_perm(RESEND),
    }
    return render(request, "host/status.html", context)


def _seats(rows: QuerySet[Seat]) -> list[Seat]:
    return list(rows.select_related("player", "match").defer("match__state")[:SHOWN])


def _matches(rows: QuerySet[Match]) -> list[Match]:
    return list(rows.defer("state").prefetch_related("seats__player")[:SHOWN])


@host_only
@require_http_methods(["GET", "HEAD", "POST"])
def send_again(request: StaffRequest) -> HttpResponse:
    """Send one email again (``mail``, its number) or all that were given up (``which=given-up``).

    Only POST does so. A host who had to log in on the way comes by GET, and finds the buttons on the page.
    """
    if request.method == "POST":
        if not request.user.has_perm(RESEND):
            raise PermissionDenied(_("You can view emails, but not send them."))
        _send(request, _asked_for(request))
        last_look.forget()
    return see_other(f"{reverse('status')}#mails")


def _asked_for(request: HttpRequest) -> list[OutboxMail]:
    if request.POST.get("which") == "given-up":
        return list(emails.given_up_mails()[:MOST_AT_ONCE])
    return list(OutboxMail.objects.filter(pk=whole_number(request.POST.get("mail")) or 0))


def _send(request: HttpRequest, wanted: list[OutboxMail]) -> None:
    sent = 0
    for mail in wanted:
        try:
            is_queued = resend_mail(mail)
        except CannotResend as refusal:
            messages.warning(request, f"{emails.name_of_mail(mail)}: {refusal}")
            continue
        if is_queued:
            sent += 1
        else:
            messages.info(request, _("%(email)s is being sent right now.") % {"email": emails.name_of_mail(mail)})
    if sent:
        words = ngettext("%(number)s email will be sent now.", "%(number)s emails will be sent now.", sent)
        messages.success(request, words % {"number": sent})
    elif not wanted:
        messages.warning(request, _("That email no longer exists."))
