"""The workers' tasks for events; each calls one function."""

from __future__ import annotations

from celery import shared_task

from . import sweep
from .clocks import all_clocks
from .events.dates import unfinished
from .files.archives.imports import job
from .ratings import close_month
from .rounds import pairing_job, publish
from .rounds.annul_matches import annul_left_over


@shared_task
def sweep_events() -> str:
    return str(sweep.sweep_events())


@shared_task
def pair_round(round_id: int, key: str) -> bool:
    return pairing_job.work(round_id, key)


@shared_task
def make_matches(round_id: int) -> int:
    return publish.make_matches(round_id)


@shared_task
def annul_matches(event_id: int) -> int:
    return annul_left_over(event_id)


@shared_task
def change_clocks() -> int:
    return all_clocks.work_off()


@shared_task
def decide_matches() -> int:
    return unfinished.work_off()


@shared_task
def bring_archive_in(upload_id: int) -> bool:
    return job.work(upload_id)


@shared_task
def rate_months() -> int:
    return close_month.close_months()
