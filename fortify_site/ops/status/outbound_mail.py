"""Emails that wait, fail, or were given up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from matches.models import MailAddress, OutboxMail

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
    return Way(f"{reverse('admin:matches_outboxmail_changelist')}?status__exact={status}", words)


def waiting(now: datetime) -> Check:
    number = count(queued())
    first_due = queued().order_by("next_try_at").values_list("next_try_at", flat=True).first()
    late = now - first_due if first_due else timedelta(0)
    if not number:
        return Check("mails_waiting", "good", _("No mail waits to be sent."))
    if late <= LATE:
        words = ngettext("%(number)s mail waits to be sent.", "%(number)s mails wait to be sent.", number)
        return Check("mails_waiting", "good", words % {"number": amount(number)})
    words = ngettext(
        "%(number)s mail waits to be sent, the longest overdue for %(length)s.",
        "%(number)s mails wait to be sent, the longest overdue for %(length)s.",
        number,
    )
    return Check(
        "mails_waiting",
        "warn" if late <= STUCK else "bad",
        words % {"number": amount(number), "length": length(late)},
        _how_to_send(),
        way=way(OutboxMail.Status.QUEUED, _("The mails that wait")),
    )


def _how_to_send() -> str:
    if not settings.REDIS_URL:
        return _("Have cron start “manage.py tick” each minute; it sends mails, too.")
    return _("Start the worker of the queue “mail”, or more of them, and look at its log. No mail is lost meanwhile.")


def failed() -> Check:
    number = count(failing())
    if not number:
        return Check("mails_failed", "good", _("No mail was turned away and waits for another try."))
    last = failing().order_by("-next_try_at", "-pk").values_list("last_error", flat=True).first()
    is_ours = _are_many_refused()
    return Check(
        "mails_failed",
        "bad" if is_ours else "warn",
        ngettext(
            "%(number)s mail was not accepted and will be tried again.",
            "%(number)s mails were not accepted and will be tried again.",
            number,
        )
        % {"number": amount(number)},
        _(
            "The mail account does not work: check EMAIL_URL, the account’s limits, and send yourself a mail with "
            "“manage.py sendtestemail”. Clocks of turns that were not announced are held."
        )
        if is_ours
        else _("Nothing yet: they are tried again for two days. Read why each was refused, below."),
        detail=_("The last answer: %(answer)s") % {"answer": last[:LONGEST_ANSWER]} if last else "",
        way=way(OutboxMail.Status.QUEUED, _("The mails that wait")),
    )


def _are_many_refused() -> bool:
    """Whether it is the mail account's fault rather than that of one reader's mailbox."""
    tries = failing().values_list("user", "to", "attempts")[:FAILURES_SEEN]
    return len({(user, to) for user, to, attempts in tries if attempts >= 2}) >= READERS


def parked() -> Check:
    number = count(given_up())
    if not number:
        return Check("mails_parked", "good", _("No mail was given up."))
    return Check(
        "mails_parked",
        "warn",
        ngettext("%(number)s mail was given up.", "%(number)s mails were given up.", number)
        % {"number": amount(number)},
        _(
            "Read below why. Where the address is wrong, put it right with the player, then send the mail again; what "
            "nobody needs any more give up for good in the list."
        ),
        way=way(OutboxMail.Status.PARKED, _("The mails that were given up")),
    )


def unreachable() -> Check:
    """Addresses of players from which emails come back."""
    players = User.objects.filter(email=OuterRef("address"), is_active=True)
    number = count(MailAddress.objects.filter(Exists(players), undeliverable_since__isnull=False))
    if not number:
        return Check("addresses", "good", _("No player’s mails come back."))
    return Check(
        "addresses",
        "warn",
        ngettext("%(number)s player’s mails come back.", "%(number)s players’ mails come back.", number)
        % {"number": amount(number)},
        _(
            "They see it on every page, and their organisers were told; clocks of turns that nobody told them of are "
            "held. Where many come back at once, read what the other servers say: it may be about this site."
        ),
        way=Way(f"{reverse('admin:matches_mailaddress_changelist')}?state=undeliverable", _("The addresses")),
    )


def name_of(mail: OutboxMail) -> str:
    """As the list of emails has it, too."""
    return _("%(kind)s email #%(number)s") % {"kind": mail.kind, "number": mail.pk}


def shown(rows: QuerySet[OutboxMail], most: int) -> list[OutboxMail]:
    """The first of them for a list, without their texts, which may hold codes."""
    return list(rows.select_related("user", "match").defer("text", "html", "match__state")[:most])
