"""Emails that have come in but haven't been read yet: no one loses on time over an email that the site hasn't read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from jobs.models import Heartbeat
from mail.models import InboundMail
from matches.models import Link, Seat
from matches.time_control import time_control

from . import tokens

FOR_A_MAILBOX = timedelta(hours=6)  # for which a deadline waits for a mailbox that cannot be reached


def who_may_have_answered(seats: Iterable[Seat], now: datetime) -> set[int]:
    """Return the ids of the seats whose answer, stamped in time, may be among the unread emails."""
    ends = {seat.pk: seat.deadline + time_control.GRACE for seat in seats if seat.deadline is not None}
    if not ends:
        return set()
    return _whose_has_come(ends) | _whose_may_lie_in_the_mailbox(ends, now)


def _whose_has_come(ends: Mapping[int, datetime]) -> set[int]:
    """Return the ids of the seats for whose reply addresses an unread email was stamped in time.

    An email is read or set aside within minutes, and none that comes after the grace counts, so that no one holds a
    clock for ever; nor does anyone who wasn't given an address.
    """
    in_time = InboundMail.objects.filter(status=InboundMail.Status.WAITING, arrived_at__lte=max(ends.values()))
    waiting = in_time.exclude(token_hash="")
    links = Link.objects.filter(seat__in=ends, purpose__in=tokens.REPLIES)
    own = dict(links.filter(token_hash__in=waiting.values("token_hash")).values_list("token_hash", "seat"))
    if not own:
        return set()
    arrived = waiting.filter(token_hash__in=own).values_list("token_hash", "arrived_at")
    return {own[token] for token, arrived_at in arrived if arrived_at <= ends[own[token]]}


def _whose_may_lie_in_the_mailbox(ends: Mapping[int, datetime], now: datetime) -> set[int]:
    """Return the ids of the seats whose answer may still be in the mailbox that emails are collected from.

    That is possible until everything that had come in time is known to be collected.
    """
    if not settings.IMAP_URL:
        return set()
    collected = Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).values_list("at", flat=True).first()
    return {
        seat for seat, end in ends.items() if now <= end + FOR_A_MAILBOX and (collected is None or collected <= end)
    }
