"""Emails that came in: whether they are read, and what was set aside."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import attrgetter

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.models import Heartbeat
from mail.models import InboundMail, RefusedMail

from .check import Check, Way, ago, amount, count, length

LATE = timedelta(minutes=5)
STUCK = timedelta(minutes=15)
LATELY = timedelta(hours=1)
FLOOD = 100  # refused within the hour and the one before


def waiting_rows() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(status=InboundMail.Status.WAITING)


def set_aside_rows() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(status=InboundMail.Status.SET_ASIDE)


def way(status: InboundMail.Status, words: str) -> Way:
    return Way(f"{reverse('admin:mail_inboundmail_changelist')}?status__exact={status}", words)


def waiting(now: datetime) -> Check:
    """One whose time has come and whom no one reads is late; a turn may be in it."""
    number = count(waiting_rows())
    if not number:
        return Check("replies_waiting", "good", _("No incoming email is waiting."))
    first_due = waiting_rows().order_by("next_try_at").values_list("next_try_at", flat=True).first()
    late = now - first_due if first_due else timedelta(0)
    if late <= LATE:
        words = ngettext("%(number)s incoming email is waiting.", "%(number)s incoming emails are waiting.", number)
        return Check("replies_waiting", "good", words % {"number": amount(number)})
    words = ngettext(
        "%(number)s incoming email is waiting, overdue by %(length)s.",
        "%(number)s incoming emails are waiting, the oldest overdue by %(length)s.",
        number,
    )
    return Check(
        "replies_waiting",
        "warn" if late <= STUCK else "bad",
        words % {"number": amount(number), "length": length(late)},
        _how_to_read(),
        way=way(InboundMail.Status.WAITING, _("Waiting emails")),
    )


def _how_to_read() -> str:
    if not settings.REDIS_URL:
        return _("Have cron run “manage.py tick” each minute. It reads emails, too.")
    return _(
        "Start the worker of the queue “inbound” and check its log. Until then the sweep reads a few each "
        "minute; deadlines wait for emails that came in time."
    )


def set_aside() -> Check:
    number = count(set_aside_rows())
    if not number:
        return Check("replies_set_aside", "good", _("No incoming email was set aside."))
    return Check(
        "replies_set_aside",
        "warn",
        ngettext(
            "%(number)s incoming email could not be read.",
            "%(number)s incoming emails could not be read.",
            number,
        )
        % {"number": amount(number)},
        _(
            "The list says why. If it was the site’s fault, fix that and have the email processed again; if "
            "not, write to its sender, who got no answer. These emails are deleted after 30 days."
        ),
        way=way(InboundMail.Status.SET_ASIDE, _("Emails set aside")),
    )


def refused(now: datetime) -> Check:
    """Emails to addresses that no one was given, or more than a person writes: someone tries to flood the site."""
    rows = list(RefusedMail.objects.filter(hour__gt=now - 2 * LATELY))
    number = sum(row.number for row in rows)
    words = ngettext(
        "%(number)s incoming email was refused in the last two hours.",
        "%(number)s incoming emails were refused in the last two hours.",
        number,
    ) % {"number": number}
    if number < FLOOD:
        return Check("mails_refused", "good", words)
    last = max(rows, key=attrgetter("last_at"))
    is_made_up = max(rows, key=attrgetter("number")).why == RefusedMail.Why.UNKNOWN
    why = _("Most had made-up addresses.") if is_made_up else _("Most were over the limits for incoming email.")
    return Check(
        "mails_refused",
        "warn",
        _("Someone is flooding the site with email. %(words)s %(why)s") % {"words": words, "why": why},
        _("Turns and deadlines aren’t affected. If it doesn’t stop, block the sender at your mail server."),
        detail=_("The last one: from %(sender)s, brought by %(peer)s.")
        % {"sender": last.sender or "<>", "peer": last.peer or _("an unknown machine")},
        way=Way(reverse("admin:mail_refusedmail_changelist"), _("Refused emails by hour")),
    )


def mailbox(now: datetime) -> Check:
    """Only for a site that collects replies from one."""
    last = Heartbeat.objects.filter(name=Heartbeat.MAILBOX).values_list("at", flat=True).first()
    if last is not None and now - last <= LATE:
        return Check("replies_collected", "good", _("The mailbox was emptied within the last minutes."))
    return Check(
        "replies_collected",
        "warn" if last is not None and now - last <= STUCK else "bad",
        _("The mailbox for replies has never been emptied.")
        if last is None
        else _("The mailbox for replies was last emptied %(ago)s.") % {"ago": ago(now - last)},
        _(
            "Check IMAP_URL, and whether the mail server answers; its answers are in the log. Deadlines wait "
            "up to six hours for emails that may be there."
        ),
    )
