"""Jobs are asked for by name, so that a name with a typo would be asked for in vain."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from celery import current_app
from django.conf import settings

from fortify_site.management.commands.tick import ASKING_WORKERS
from jobs.broker import Job

APPS = ("mail", "matches", "tournaments", "fortify_site")


def jobs() -> Iterator[tuple[str, Job[*tuple[Any, ...]]]]:
    """Each job that a module of the site asks for, with where it does."""
    for path in (path for app in APPS for path in (settings.BASE_DIR / app).rglob("*.py")):
        if " Job[" in path.read_text():
            module = importlib.import_module(".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts))
            yield from ((f"{path}: {name}", value) for name, value in vars(module).items() if isinstance(value, Job))


@pytest.fixture(scope="module")
def tasks() -> Any:
    current_app.loader.import_default_modules()
    return current_app.tasks


def test_every_job_that_is_asked_for_is_a_task_that_takes_these_arguments(tasks: Any) -> None:
    asked_for = dict(jobs())
    assert len(asked_for) >= 9
    for where, job in asked_for.items():
        assert job.name in tasks, where
        run = tasks[job.name].run
        hints = get_type_hints(run)
        takes = [hints[name] for name in inspect.signature(run).parameters]
        assert list(get_args(vars(job)["__orig_class__"])) == takes, where


def test_every_name_in_the_settings_is_a_task(tasks: Any) -> None:
    on_schedule = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert on_schedule | set(settings.CELERY_TASK_ROUTES) | ASKING_WORKERS <= set(tasks)
