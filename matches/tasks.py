"""What the workers do; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from jobs import clock
from mail.inbound import imap, lease, retention
from mail.outbox import deliver

from . import sweep
from .challenges import challenges
from .clocks import abandoned
from .leave import follow
from .replies import process


# Well within a mail's lease: a server that answers one byte at a time is given up before somebody else tries.
@shared_task(soft_time_limit=120, time_limit=150)
def deliver_mail(mail_id: int) -> None:
    deliver.deliver(mail_id)


@shared_task
def sweep_outbox() -> int:
    return deliver.sweep()


# Well within a mail's lease, as above.
@shared_task(soft_time_limit=60, time_limit=90)
def read_mail(inbound_id: int) -> None:
    lease.process_one(inbound_id, process.process)


# It may read mails itself, as above.
@shared_task(soft_time_limit=60, time_limit=90)
def sweep_inbound() -> int:
    return lease.sweep(process.process)


# A round gives up by itself before that.
@shared_task(soft_time_limit=90, time_limit=120)
def collect_mails() -> int:
    return imap.collect()


@shared_task
def forget_inbound() -> int:
    return retention.forget_old(clock.now())


@shared_task
def sweep_matches() -> str:
    return str(sweep.sweep())


@shared_task
def follow_pauses(user_id: int) -> int:
    return follow.follow_waiting(player_id=user_id)


@shared_task
def report_standstills() -> int:
    return abandoned.report(clock.now())


@shared_task
def expire_challenges() -> int:
    return challenges.expire_due(clock.now())
