"""Bringing a database back from a backup: how that is noticed, and what the host must do before the site continues.

The sweep keeps in its heartbeat which database it runs in. A dump that was brought back is another: until the host has
said so (``manage.py restored``) no job is done, so that no mail goes out twice and no deadline is decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Q

from jobs.models import Heartbeat, Here
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from matches.clocks import outages
from matches.models import Outage, Seat
from timekeeping import clock

NOTICED = "brought back"  # the name of the heartbeat that says when that was noticed
TOLD_FOR = timedelta(days=60)
ANSWERED_FOR = timedelta(days=14)
SKIPPED = 1000
NOT_SENT = "Not sent: it waited in the backup that was brought back, and may have gone out before."


class NotBroughtBack(Exception):
    """The sweep has run in this very database, and lately."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done."""

    outage: Outage
    mails: int
    told: int


def is_brought_back() -> bool:
    """Whether the last sweep ran in another database, of which this one is a copy. Never of SQLite: a copy of a file
    looks like the file."""
    if connection.vendor != "postgresql":
        return False
    elsewhere = Heartbeat.objects.filter(pk=Heartbeat.SWEEP).exclude(place="")
    return elsewhere.exclude(place=Here()).exists()


def waits_for_the_host() -> bool:
    """The same, for whoever was about to do something; when that was first noticed is kept."""
    if not is_brought_back():
        return False
    if not Heartbeat.objects.filter(pk=NOTICED, place=Here()).exists():
        Heartbeat.objects.update_or_create(pk=NOTICED, defaults={"at": clock.now(), "place": Here()})
    return True


def latest() -> Outage | None:
    """The last time that the site was brought back, while emails from before are still about."""
    lately = Outage.objects.filter(is_restoration=True, ended_at__gt=clock.now() - TOLD_FOR)
    return lately.order_by("-ended_at").first()


def lost_to_backup() -> tuple[datetime, datetime] | None:
    """From when to when what the site sent is lost, while emails from then are still about."""
    outage = latest()
    return None if outage is None else (outage.began_at, outage.ended_at)


def as_of() -> datetime | None:
    """When the last sweep ran of which this database knows: about when it was dumped."""
    return outages.last_sweep()


def written_until() -> datetime:
    """What was written by then was in the backup, as far as can be told."""
    noticed = Heartbeat.objects.filter(pk=NOTICED, place=Here()).first() if connection.vendor == "postgresql" else None
    return noticed.at if noticed is not None else clock.now()


def refuse_if_alive() -> None:
    """Raises ``NotBroughtBack`` where this is the database that the site runs on."""
    last = as_of()
    if last is not None and clock.now() - last < outages.GAP and not is_brought_back():
        raise NotBroughtBack


@transaction.atomic
def restore(others: Q | None = None, *, send_queued: bool = False) -> Restored:
    """Bring the site back from a backup: clocks get the time since, emails that waited are not sent unless
    ``send_queued``, everyone with a match that runs is told, and so are ``others`` (of users); numbers that may have
    been given out since are not given out again."""
    now = clock.now()
    until = written_until()
    Heartbeat.objects.select_for_update().filter(pk=Heartbeat.SWEEP).first()
    outage = outages.give_back(as_of() or now, now, is_restoration=True)
    mails = 0 if send_queued else _drop_queued(until)
    skip_numbers()
    told = _tell(outage, others or Q(pk=None))
    resume_site(now)
    return Restored(outage, mails, told)


def resume_site(now: datetime | None = None) -> None:
    """This is the site's database from now on."""
    Heartbeat.objects.filter(pk=NOTICED).delete()
    changes: dict[str, Any] = {"place": Here()} | ({"at": now} if now is not None else {})
    Heartbeat.objects.filter(pk=Heartbeat.SWEEP).update(**changes)


def _drop_queued(until: datetime) -> int:
    waiting = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, queued_at__lte=until)
    return waiting.update(status=OutboxMail.Status.DROPPED, leased_until=None, last_error=NOT_SENT)


def _tell(outage: Outage, others: Q) -> int:
    """One email for each of them."""
    playing = Q(seats__in=Seat.objects.filter(finished_at=None))
    readers = get_user_model().objects.filter(playing | others, is_active=True).distinct().order_by("pk")
    told = 0
    for reader in readers.iterator():
        key = f"restored:{outage.pk}:{reader.pk}"
        told += queue_mail("restored", user=reader, context={"outage": outage.pk}, key=key, is_new=True) is not None
    return told


def answer_lost(writer: str, **_: Any) -> None:
    """Someone has replied to an address that there is not: in the first days it may be one that was lost. A player is
    told once a day where their matches stand, with addresses that work; a stranger hears nothing."""
    outage = latest()
    if outage is None or clock.now() - outage.ended_at > ANSWERED_FOR:
        return
    address = EmailAddress.objects.filter(email=writer.lower(), verified=True, user__is_active=True).first()
    if address is not None:
        key = f"restored:{outage.pk}:{address.user_id}:{clock.now():%Y%m%d}"
        queue_mail("restored", user=address.user, context={"outage": outage.pk}, key=key)


def skip_numbers() -> None:
    """Of every table: whoever knows a match or an event from after the backup by its number shall not meet another."""
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
