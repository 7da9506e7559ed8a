"""When an email is tried again, and when it is given up."""

from __future__ import annotations

from datetime import timedelta

from jobs.broker import Job
from jobs.lease import Lease
from mail.models import OutboxMail

DELIVER_MAIL = Job[int]("matches.tasks.deliver_mail")
# All waits together make just over two days, within the four to five days for which mail servers themselves go on
# trying (RFC 5321, 4.5.4.1), and long enough for a weekend's outage to be noticed.
WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    *(timedelta(hours=4),) * 12,
)
COMPOSING_TRIES = 5
LEASE = Lease(OutboxMail.objects.all(), DELIVER_MAIL, waiting=OutboxMail.Status.QUEUED, waits=WAITS)
