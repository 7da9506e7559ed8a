"""Workers' tasks for notifications; each calls one function."""

from __future__ import annotations

from celery import shared_task

from . import notices


# Well within a notice's lease.
@shared_task(soft_time_limit=60, time_limit=90)
def deliver_notice(notice_id: int) -> None:
    notices.deliver(notice_id)
    notices.continue_notices()


@shared_task
def sweep_notices() -> int:
    return notices.sweep_notices()


@shared_task
def forget_notices() -> int:
    return notices.forget_notices()
