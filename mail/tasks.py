"""Workers' tasks for emails. Those that read incoming emails are in ``matches.tasks``."""

from __future__ import annotations

from celery import shared_task

from timekeeping import clock

from .inbound import imap
from .inbound import retention as inbound_retention
from .outbox import deliver
from .outbox import retention as outbox_retention


# Well within an email's lease: a server that answers byte by byte is given up before another worker tries.
@shared_task(soft_time_limit=120, time_limit=150)
def deliver_mail(mail_id: int) -> None:
    deliver.deliver(mail_id)
    deliver.send_more()


@shared_task
def sweep_outbox() -> int:
    return deliver.sweep_outbox()


# A round gives up before that.
@shared_task(soft_time_limit=90, time_limit=120)
def collect_mails() -> int:
    return imap.collect()


@shared_task
def forget_mails() -> int:
    now = clock.now()
    return inbound_retention.forget_old(now) + outbox_retention.forget_nobodys(now)
