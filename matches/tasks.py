"""What the workers do; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from jobs import clock
from mail.inbound import lease

from . import sweep
from .challenges import challenges
from .clocks import abandoned
from .leave import follow
from .lobby import play_now
from .replies import process


# Well within a mail's lease.
@shared_task(soft_time_limit=60, time_limit=90)
def read_mail(inbound_id: int) -> None:
    lease.process_one(inbound_id, process.process)


# It may read mails itself, as above.
@shared_task(soft_time_limit=60, time_limit=90)
def sweep_inbound() -> int:
    return lease.sweep(process.process)


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
    now = clock.now()
    return challenges.expire_due(now) + play_now.expire_due(now)
