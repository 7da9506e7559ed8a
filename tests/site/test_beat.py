from __future__ import annotations

from pathlib import Path

from celery.beat import ScheduleEntry
from celery.schedules import schedule
from django.conf import settings

from fortify_site.beat import MOST_WAITING, PatientScheduler
from fortify_site.broker import client
from fortify_site.celery import app
from tests.running import forget_jobs


def test_no_more_is_asked_for_while_so_much_waits_for_a_worker(tmp_path: Path) -> None:
    forget_jobs()
    scheduler = PatientScheduler(app=app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    entry = ScheduleEntry("a sweep", "matches.tasks.sweep_outbox", schedule=schedule(60), app=app)
    for _ in range(MOST_WAITING + 5):
        scheduler.apply_entry(entry)
    with client() as broker:
        assert broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE) == MOST_WAITING + 1
    forget_jobs()
    scheduler.apply_entry(entry)
    with client() as broker:
        assert broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE) == 1
