"""Checks of emails: those that wait, fail or were given up, and those that came in."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import attrgetter

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import InboundMail, MailAddress, OutboxMail, RefusedMail

from .check import Check, Way, ago, amount, count_up_to_most, length

LATE = timedelta(minutes=5)
STUCK = timedelta(minutes=15)
READERS = 3  # if this many are refused repeatedly, no single one is the reason
FAILURES_SEEN = 100
LONGEST_ANSWER = 300
LATELY = timedelta(hours=1)
FLOOD = 100  # refused within this hour and the one before


# -- going out ---------------------------------------------------------------------------------------------------------


def waiting_mails() -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED)


def failing_mails() -> QuerySet[OutboxMail]:
    """Return emails that failed and wait for another try, except those that a worker has right now."""
    return waiting_mails().filter(attempts__gt=0, leased_until=None).order_by("next_try_at", "pk")


def given_up_mails() -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(status=OutboxMail.Status.PARKED).order_by("queued_at", "pk")


def way_to_mails(status: OutboxMail.Status, words: str) -> Way:
    return Way(f"{reverse('admin:mail_outboxmail_changelist')}?status__exact={status}", words)


def mails_waiting(now: datetime) -> Check:
    number = count_up_to_most(waiting_mails())
    first_due = waiting_mails().order_by("next_try_at").values_list("next_try_at", flat=True).first()
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
        way=way_to_mails(OutboxMail.Status.QUEUED, _("Waiting emails")),
    )


def _how_to_send() -> str:
    if not settings.REDIS_URL:
        return _("Have cron run “manage.py tick” each minute. It sends emails, too.")
    return _("Start the worker of the queue “mail”, or a second one, and check its log. Emails wait until then.")


def mails_failed() -> Check:
    number = count_up_to_most(failing_mails())
    if not number:
        return Check("mails_failed", "good", _("No email is waiting for another attempt."))
    last = failing_mails().order_by("-next_try_at", "-pk").values_list("last_error", flat=True).first()
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
        way=way_to_mails(OutboxMail.Status.QUEUED, _("Waiting emails")),
    )


def _are_many_refused() -> bool:
    """Return whether several readers' emails fail, so that the fault must be the mail account's."""
    tries = failing_mails().values_list("user", "to", "attempts")[:FAILURES_SEEN]
    return len({(user, to) for user, to, attempts in tries if attempts >= 2}) >= READERS


def mails_parked() -> Check:
    number = count_up_to_most(given_up_mails())
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
        way=way_to_mails(OutboxMail.Status.PARKED, _("Emails given up")),
    )


def unreachable_players() -> Check:
    """Check that no player's emails bounce."""
    players = User.objects.filter(email=OuterRef("address"), is_active=True)
    number = count_up_to_most(MailAddress.objects.filter(Exists(players), undeliverable_since__isnull=False))
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


def name_of_mail(mail: OutboxMail) -> str:
    """Return an email's name, the same as in the list of emails."""
    return _("%(kind)s email #%(number)s") % {"kind": mail.kind, "number": mail.pk}


def listed_mails(rows: QuerySet[OutboxMail], most: int) -> list[OutboxMail]:
    """Return the first emails for a list, without their texts, which may hold codes."""
    return list(rows.select_related("user", "match").defer("text", "html", "match__state")[:most])


# -- coming in ---------------------------------------------------------------------------------------------------------


def waiting_replies() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(status=InboundMail.Status.WAITING)


def set_aside_replies() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(status=InboundMail.Status.SET_ASIDE)


def way_to_replies(status: InboundMail.Status, words: str) -> Way:
    return Way(f"{reverse('admin:mail_inboundmail_changelist')}?status__exact={status}", words)


def replies_waiting(now: datetime) -> Check:
    """Check that no incoming email is overdue: it may hold a turn."""
    number = count_up_to_most(waiting_replies())
    if not number:
        return Check("replies_waiting", "good", _("No incoming email is waiting."))
    first_due = waiting_replies().order_by("next_try_at").values_list("next_try_at", flat=True).first()
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
        way=way_to_replies(InboundMail.Status.WAITING, _("Waiting emails")),
    )


def _how_to_read() -> str:
    if not settings.REDIS_URL:
        return _("Have cron run “manage.py tick” each minute. It reads emails, too.")
    return _(
        "Start the worker of the queue “inbound” and check its log. Until then the sweep reads a few each "
        "minute; deadlines wait for emails that came in time."
    )


def replies_set_aside() -> Check:
    number = count_up_to_most(set_aside_replies())
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
        way=way_to_replies(InboundMail.Status.SET_ASIDE, _("Emails set aside")),
    )


def mails_refused(now: datetime) -> Check:
    """Check that few incoming emails are refused.

    Someone who sends many to addresses that were given to no one, or more than a person writes, is trying to flood the
    site.
    """
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


def replies_collected(now: datetime) -> Check:
    """Check that the mailbox for replies is emptied, on a site that has one."""
    last = Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).values_list("at", flat=True).first()
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
