"""What the workers do; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from . import challenges, clocks, sweep
from .mail import outbox


@shared_task
def deliver_mail(mail_id: int) -> None:
    outbox.deliver(mail_id)


@shared_task
def sweep_outbox() -> int:
    return outbox.sweep()


@shared_task
def sweep_deadlines() -> int:
    return sweep.sweep_deadlines()


@shared_task
def expire_challenges() -> int:
    return challenges.expire_due(clocks.now())
