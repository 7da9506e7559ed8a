from __future__ import annotations

from pathlib import Path

import pytest
from celery.beat import ScheduleEntry
from celery.schedules import schedule
from django.conf import settings

from fortify_site.celery import app
from jobs.beat import MOST_WAITING, PatientScheduler
from jobs.broker import client
from jobs.models import Heartbeat
from matches import tasks
from matches.clocks import outages
from tests.support.processes import forget_jobs

pytestmark = pytest.mark.django_db(transaction=True)


def ask(scheduler: PatientScheduler) -> None:
    scheduler.apply_entry(ScheduleEntry("a sweep", "mail.tasks.sweep_outbox", schedule=schedule(60), app=app))


def test_whatever_others_ask_for_keeps_no_sweep_from_being_asked_for(tmp_path: Path) -> None:
    forget_jobs()
    scheduler = PatientScheduler(app=app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    for number in range(2 * MOST_WAITING):
        tasks.follow_pauses.apply_async((number,))
    ask(scheduler)
    with client() as broker:
        assert broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE) == 2 * MOST_WAITING + 1
    forget_jobs()


def test_a_mail_that_came_in_waits_in_no_queue_of_the_sweeps() -> None:
    forget_jobs()
    tasks.read_mail.apply_async((1,))
    with client() as broker:
        assert [broker.llen(name) for name in ("celery", "mail", "inbound")] == [0, 0, 1]
    forget_jobs()


def test_it_notes_that_it_lives_also_while_it_asks_for_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jobs.beat.is_piled_up", lambda: True)
    outages._noted.clear()
    ask(PatientScheduler(app=app, schedule_filename=str(tmp_path / "schedule"), lazy=True))
    assert Heartbeat.objects.filter(pk=Heartbeat.Name.BEAT).exists()


def test_no_more_is_asked_for_while_so_much_waits_for_a_worker(tmp_path: Path) -> None:
    forget_jobs()
    scheduler = PatientScheduler(app=app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    entry = ScheduleEntry("a sweep", "mail.tasks.sweep_outbox", schedule=schedule(60), app=app)
    for _ in range(MOST_WAITING + 5):
        scheduler.apply_entry(entry)
    with client() as broker:
        assert broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE) == MOST_WAITING + 1
    forget_jobs()
    scheduler.apply_entry(entry)
    with client() as broker:
        assert broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE) == 1
