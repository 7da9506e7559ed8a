"""Emails that wait, fail, or were given up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from mail.models import MailAddress, OutboxMail

from .check import Check, Way, amount, count, length

LATE = timedelta(minutes=5)
STUCK = timedelta(minutes=15)
READERS = 3  # when so many are refused again and again it is not for one of them
FAILURES_SEEN = 100
LONGEST_ANSWER = 300


def queued() -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED)


def failing() -> QuerySet[OutboxMail]:
    """Those that were tried and wait for another try; what a worker has at this moment is not one of them."""
    return queued().filter(attempts__gt=0, leased_until=None).order_by("next_try_at", "pk")


def given_up() -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(status=OutboxMail.Status.PARKED).order_by("queued_at", "pk")


def way(status: OutboxMail.Status, words: str) -> Way:
    return Way(f"{reverse('admin:mail_outboxmail_changelist')}?status__exact={status}", words)


def waiting(now: datetime) -> Check:
    number = count(queued())
    first_due = queued().order_by("next_try_at").values_list("next_try_at", flat=True).first()
    late = now - first_due if first_due else timedelta(0)
    if not number:
        return Check("mails_waiting", "good", _("No email is waiting to be sent."))
    if late <= LATE:
        words = ngettext("%(number)s email is waiting to be sent.", "%(number)s emails are waiting to be sent.", number)
        return Check("mails_waiting", "good", words % {"number": amount(number)})
    words = ngettext(
        "%(number)s email is waiting to be sent, overdue by %(length)s.",
        "%(number)s emails are waiting to be sent, the oldest overdue by %(length)s.",
        number,
    )
    return Check(
        "mails_waiting",
        "warn" if late <= STUCK else "bad",
        words % {"number": amount(number), "length": length(late)},
        _how_to_send(),
        way=way(OutboxMail.Status.QUEUED, _("Waiting emails")),
    )


def _how_to_send() -> str:
    if not settings.REDIS_URL:
        return _("Have cron run “manage.py tick” each minute. It sends emails, too.")
    return _("Start the worker of the queue “mail”, or a second one, and check its log. Emails wait until then.")


def failed() -> Check:
    number = count(failing())
    if not number:
        return Check("mails_failed", "good", _("No email is waiting for another attempt."))
    last = failing().order_by("-next_try_at", "-pk").values_list("last_error", flat=True).first()
    is_ours = _are_many_refused()
    return Check(
        "mails_failed",
        "bad" if is_ours else "warn",
        ngettext(
            "%(number)s email was rejected and will be tried again.",
            "%(number)s emails were rejected and will be tried again.",
            number,
        )
        % {"number": amount(number)},
        _(
            "The mail account doesn’t work. Check EMAIL_URL and the account’s limits, and send yourself an "
            "email with “manage.py sendtestemail”. Clocks of unannounced turns are paused."
        )
        if is_ours
        else _("Nothing yet: the site keeps trying for two days. The reasons are below."),
        detail=_("The last answer: %(answer)s") % {"answer": last[:LONGEST_ANSWER]} if last else "",
        way=way(OutboxMail.Status.QUEUED, _("Waiting emails")),
    )


def _are_many_refused() -> bool:
    """Whether it is the mail account's fault rather than that of one reader's mailbox."""
    tries = failing().values_list("user", "to", "attempts")[:FAILURES_SEEN]
    return len({(user, to) for user, to, attempts in tries if attempts >= 2}) >= READERS


def parked() -> Check:
    number = count(given_up())
    if not number:
        return Check("mails_parked", "good", _("No email was given up."))
    return Check(
        "mails_parked",
        "warn",
        ngettext("%(number)s email was given up.", "%(number)s emails were given up.", number)
        % {"number": amount(number)},
        _(
            "The reasons are below. If the address is wrong, correct it with the player, then send the email "
            "again. Drop what is no longer needed in the list."
        ),
        way=way(OutboxMail.Status.PARKED, _("Emails given up")),
    )


def unreachable() -> Check:
    """Addresses of players from which emails come back."""
    players = User.objects.filter(email=OuterRef("address"), is_active=True)
    number = count(MailAddress.objects.filter(Exists(players), undeliverable_since__isnull=False))
    if not number:
        return Check("addresses", "good", _("No player’s emails bounce."))
    return Check(
        "addresses",
        "warn",
        ngettext("%(number)s player’s emails bounce.", "%(number)s players’ emails bounce.", number)
        % {"number": amount(number)},
        _(
            "They see it on every page, and their organisers know; the clocks of turns they don’t know about "
            "are paused. If many bounce at once, read what the other servers say: it may be about this site."
        ),
        way=Way(f"{reverse('admin:mail_mailaddress_changelist')}?state=undeliverable", _("Addresses")),
    )


def name_of(mail: OutboxMail) -> str:
    """As the list of emails has it, too."""
    return _("%(kind)s email #%(number)s") % {"kind": mail.kind, "number": mail.pk}


def shown(rows: QuerySet[OutboxMail], most: int) -> list[OutboxMail]:
    """The first of them for a list, without their texts, which may hold codes."""
    return list(rows.select_related("user", "match").defer("text", "html", "match__state")[:most])
