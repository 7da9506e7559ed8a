"""Addresses that get almost no emails from us, since emails to them bounce or their readers want none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Subquery

from accounts.models import TurnMail, User
from mail import hooks
from mail.models import MailAddress, OutboxMail
from timekeeping import clock

from .verdict import Report, Verdict

SOFT_MOST = 3  # emails that bounced for temporary reasons
SOFT_WITHIN = timedelta(days=7)
Status = OutboxMail.Status
_IN_TROUBLE = MailAddress.objects.exclude(undeliverable_since=None, complained_at=None)


# -- looking an address up -------------------------------------------------------------------------------------------


def trouble_of(address: str) -> MailAddress | None:
    """Return the address's row if it gets only emails for its account's safety, otherwise ``None``."""
    return _IN_TROUBLE.filter(address=address.lower()).first()


def troubles(addresses: Collection[str]) -> Mapping[str, MailAddress]:
    """Return the rows of those addresses that get only emails for their account's safety, by address."""
    rows = _IN_TROUBLE.filter(address__in=[address.lower() for address in addresses])
    return {row.address: row for row in rows}


def undeliverable_since(player_ids: Iterable[int]) -> Mapping[int, datetime]:
    """Return which of these players want email about turns but can't be reached, and since when."""
    rows = MailAddress.objects.filter(address=OuterRef("email"), complained_at=None)
    users = User.objects.filter(pk__in=list(player_ids), is_active=True).exclude(turn_mail=TurnMail.NONE)
    found = users.annotate(since=Subquery(rows.values("undeliverable_since")[:1])).exclude(since=None)
    return dict(found.values_list("pk", "since"))


# -- noting what an address does -------------------------------------------------------------------------------------


@transaction.atomic
def failed(address: str, sent_at: datetime, report: Report, mail: OutboxMail | None) -> None:
    """Note that an email sent to the address then bounced or was refused."""
    row = _held(address)
    if _is_old(row, sent_at) or _has_arrived_since(row.address, mail):
        return
    row.failures += 1
    if report.verdict == Verdict.SOFT:
        _count_soft(row)
    is_new = row.undeliverable_since is None and (report.verdict == Verdict.HARD or row.soft_failures >= SOFT_MOST)
    if is_new:
        row.undeliverable_since, row.words, row.mail = clock.now(), report.words, mail
    row.save()
    if is_new:
        _tell(row)


@transaction.atomic
def complained(address: str, sent_at: datetime) -> None:
    """Note that the address's reader marked one of our emails as unwanted.

    Emails waiting for that address are dropped, and no clock is stopped for them, since it is the reader's own wish.
    """
    row = _held(address)
    if row.complained_at is None and not _is_old(row, sent_at):
        row.complained_at = clock.now()
        row.save(update_fields=["complained_at"])
        waiting = OutboxMail.objects.filter(user__email=row.address).exclude(kind="account")
        waiting.filter(status__in=(Status.QUEUED, Status.PARKED, Status.BOUNCED)).update(status=Status.DROPPED)


@transaction.atomic
def shown_good(address: str) -> None:
    """Note that the address works: its reader has typed a code that was sent there, or asks for email again.

    What waited for it is sent.
    """
    row = MailAddress.objects.select_for_update().filter(address=address.lower()).first()
    if row is None:
        return
    was_in_trouble = row.undeliverable_since or row.complained_at
    row.undeliverable_since = row.complained_at = row.soft_since = row.mail = None
    row.words, row.failures, row.soft_failures, row.good_since = "", 0, 0, clock.now()
    row.save()
    if was_in_trouble:
        for user in User.objects.filter(email=row.address):
            hooks.address_restored.send(None, user=user)


def forget_address(address: str) -> None:
    MailAddress.objects.filter(address=address.lower()).delete()


# -- details ---------------------------------------------------------------------------------------------------------


def _held(address: str) -> MailAddress:
    MailAddress.objects.get_or_create(address=address.lower())
    return MailAddress.objects.select_for_update().get(address=address.lower())


def _is_old(row: MailAddress, sent_at: datetime) -> bool:
    return row.good_since is not None and sent_at < row.good_since


def _has_arrived_since(address: str, mail: OutboxMail | None) -> bool:
    """Return whether a later email to the address is known to have arrived."""
    if mail is None or mail.sent_at is None:
        return False
    later = OutboxMail.objects.filter(user=mail.user_id, sent_to=address, sent_at__gt=mail.sent_at)
    return later.filter(delivered_at__isnull=False).exclude(status=Status.BOUNCED).exists()


def _count_soft(row: MailAddress) -> None:
    now = clock.now()
    if row.soft_since is None or now - row.soft_since > SOFT_WITHIN:
        row.soft_since, row.soft_failures = now, 0
    row.soft_failures += 1


def _tell(row: MailAddress) -> None:
    for user in User.objects.filter(email=row.address, is_active=True):
        hooks.address_failed.send(None, row=row, user=user)
