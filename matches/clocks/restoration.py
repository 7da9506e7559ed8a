"""Restoring the database from a backup: how that is noticed, and what the host must do before the site continues.

The sweep keeps in its heartbeat which database it runs in. A restored dump is another one: until the host has confirmed
it (``manage.py restored``) no job is done, so that no email goes out twice and no deadline is decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Q

from jobs.models import DatabaseIdentity, Heartbeat
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from matches.clocks import outages
from matches.models import Outage, Seat
from timekeeping import clock

TOLD_FOR = timedelta(days=60)
ANSWERED_FOR = timedelta(days=14)
SKIPPED = 1000
NOT_SENT = "Not sent: it waited in the backup that was brought back, and may have gone out before."


class NotBroughtBack(Exception):
    """Raised if the sweep ran a short while ago in this very database, so that it wasn't restored from a backup."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The outcome of restoring the site from a backup."""

    outage: Outage
    mails: int
    told: int


def is_brought_back() -> bool:
    """Return whether the last sweep ran in another database, so that this one must be a copy of it.

    Never true for SQLite, since a copy of a file looks like the file.
    """
    if connection.vendor != "postgresql":
        return False
    elsewhere = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).exclude(database="")
    return elsewhere.exclude(database=DatabaseIdentity()).exists()


def waits_for_the_host() -> bool:
    """Return whether the host must confirm a restored backup before anything is done.

    The moment at which that is first found is noted.
    """
    if not is_brought_back():
        return False
    if not Heartbeat.objects.filter(pk=Heartbeat.Name.RESTORED, database=DatabaseIdentity()).exists():
        Heartbeat.objects.update_or_create(
            pk=Heartbeat.Name.RESTORED, defaults={"at": clock.now(), "database": DatabaseIdentity()}
        )
    return True


def latest() -> Outage | None:
    """Return the last time that the site was restored, while emails from before may still be about."""
    lately = Outage.objects.filter(is_restoration=True, ended_at__gt=clock.now() - TOLD_FOR)
    return lately.order_by("-ended_at").first()


def lost_to_backup() -> tuple[datetime, datetime] | None:
    """Return from when to when everything the site sent is lost, while emails from then may still be about."""
    outage = latest()
    return None if outage is None else (outage.began_at, outage.ended_at)


def as_of() -> datetime | None:
    """Return when the last sweep ran that this database knows of, which is about when it was dumped."""
    return outages.last_sweep()


def written_until() -> datetime:
    """Return the moment until which rows were in the backup, as far as can be told."""
    noticed = (
        Heartbeat.objects.filter(pk=Heartbeat.Name.RESTORED, database=DatabaseIdentity()).first()
        if connection.vendor == "postgresql"
        else None
    )
    return noticed.at if noticed is not None else clock.now()


def refuse_if_alive() -> None:
    """Raise ``NotBroughtBack`` if this is the database that the site runs on."""
    last = as_of()
    if last is not None and clock.now() - last < outages.GAP and not is_brought_back():
        raise NotBroughtBack


@transaction.atomic
def restore(others: Q | None = None, *, send_queued: bool = False) -> Restored:
    """Bring the site back from a backup.

    Clocks get the time since the backup. Emails that waited are dropped unless ``send_queued``. Everyone with a running
    match is told, and so are the users that the filter ``others`` finds. Numbers that may have been given out since are
    not given out again.
    """
    now = clock.now()
    until = written_until()
    Heartbeat.objects.select_for_update().filter(pk=Heartbeat.Name.SWEEP).first()
    outage = outages.give_back(as_of() or now, now, is_restoration=True)
    mails = 0 if send_queued else _drop_queued(until)
    skip_numbers()
    told = _tell(outage, others or Q(pk=None))
    resume_site(now)
    return Restored(outage, mails, told)


def resume_site(now: datetime | None = None) -> None:
    """Accept this as the site's database from now on."""
    Heartbeat.objects.filter(pk=Heartbeat.Name.RESTORED).delete()
    changes: dict[str, Any] = {"database": DatabaseIdentity()} | ({"at": now} if now is not None else {})
    Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).update(**changes)


def _drop_queued(until: datetime) -> int:
    waiting = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, queued_at__lte=until)
    return waiting.update(status=OutboxMail.Status.DROPPED, leased_until=None, last_error=NOT_SENT)


def _tell(outage: Outage, others: Q) -> int:
    """Queue one email for each of these users."""
    playing = Q(seats__in=Seat.objects.filter(finished_at=None))
    readers = get_user_model().objects.filter(playing | others, is_active=True).distinct().order_by("pk")
    told = 0
    for reader in readers.iterator():
        key = f"restored:{outage.pk}:{reader.pk}"
        told += queue_mail("restored", user=reader, context={"outage": outage.pk}, key=key, is_new=True) is not None
    return told


def answer_lost(writer: str, **_: Any) -> None:
    """Answer a reply to an address that doesn't exist: in the first days it may be one that was lost.

    A player gets one email a day about their matches, with addresses that work; a stranger hears nothing.
    """
    outage = latest()
    if outage is None or clock.now() - outage.ended_at > ANSWERED_FOR:
        return
    address = EmailAddress.objects.filter(email=writer.lower(), verified=True, user__is_active=True).first()
    if address is not None:
        key = f"restored:{outage.pk}:{address.user_id}:{clock.now():%Y%m%d}"
        queue_mail("restored", user=address.user, context={"outage": outage.pk}, key=key)


def skip_numbers() -> None:
    """Skip some numbers in every table.

    A number that people know from after the backup must never lead to another match or event.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s + seq / 10", [SKIPPED])
            return
        cursor.execute(
            "SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass,"
            " coalesce(last_value, 0) + %s + coalesce(last_value, 0) / 10)"
            " FROM pg_sequences WHERE schemaname = current_schema()",
            [SKIPPED],
        )
