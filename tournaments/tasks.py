"""What the workers do for events; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from . import rating_months


@shared_task
def rate_months() -> int:
    return rating_months.close_months()
