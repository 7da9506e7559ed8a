"""What the workers do for events; each task calls one function."""

from __future__ import annotations

from celery import shared_task

from . import clock_acts, closing, publishing, rating_months, rounds, sweep, unfinished
from .archives import working


@shared_task
def sweep_events() -> str:
    return str(sweep.sweep())


@shared_task
def pair_round(round_id: int, key: str) -> bool:
    return rounds.work(round_id, key)


@shared_task
def make_matches(round_id: int) -> int:
    return publishing.make_matches(round_id)


@shared_task
def annul_matches(event_id: int) -> int:
    return closing.annul_left_over(event_id)


@shared_task
def change_clocks() -> int:
    return clock_acts.work_off()


@shared_task
def decide_matches() -> int:
    return unfinished.work_off()


@shared_task
def bring_archive_in(upload_id: int) -> bool:
    return working.work(upload_id)


@shared_task
def rate_months() -> int:
    return rating_months.close_months()
