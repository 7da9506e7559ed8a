"""What has come in and was not read yet: no one loses on time over an email that the site has not read."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from jobs.models import Heartbeat
from mail.models import InboundMail
from matches import link_tokens
from matches.models import Link, Seat

FOR_A_MAILBOX = timedelta(hours=6)  # for which a deadline waits for a mailbox that cannot be reached


def may_have_answered(seat: Seat, now: datetime) -> bool:
    """Whether an answer of this seat, stamped in time, may be among what was not read yet."""
    if seat.deadline is None:
        return False
    return _has_come(seat, seat.deadline) or _may_lie_in_the_mailbox(seat.deadline, now)


def _has_come(seat: Seat, deadline: datetime) -> bool:
    """Whether an email that waits to be read, stamped in time, is to a reply address that this seat was given.

    An email is read or set aside within minutes, and none that comes after the deadline counts, so that no one holds a
    clock for ever; nor does anyone who was not given an address.
    """
    waiting = InboundMail.objects.filter(status=InboundMail.Status.WAITING, arrived_at__lte=deadline)
    hashes = waiting.exclude(token_hash="").values("token_hash")
    return Link.objects.filter(seat=seat, purpose__in=link_tokens.REPLIES, token_hash__in=hashes).exists()


def _may_lie_in_the_mailbox(deadline: datetime, now: datetime) -> bool:
    """Whether emails are collected, and all that had come by the deadline are not known to be."""
    if not settings.IMAP_URL or now > deadline + FOR_A_MAILBOX:
        return False
    return not Heartbeat.objects.filter(name=Heartbeat.MAILBOX, at__gt=deadline).exists()
