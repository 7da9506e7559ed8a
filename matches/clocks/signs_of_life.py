"""The beat and the workers note that they live, and that a sweep failed (``outages``).

``MatchesConfig.ready`` connects these to what the beat and Celery tell.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import close_old_connections

from jobs.models import Heartbeat

from . import outages


def note_beat(**_: Any) -> None:
    close_old_connections()  # nobody does it for a process that serves no requests
    outages.note_life(Heartbeat.BEAT)


def note_worker(task: Any, **_: Any) -> None:
    """A worker of the sweeps' queue begins a job: it does not hang, nor does the database."""
    if (task.request.delivery_info or {}).get("routing_key") == settings.CELERY_TASK_DEFAULT_QUEUE:
        outages.note_life(Heartbeat.WORKER)


def note_failed_sweep(sender: Any, **_: Any) -> None:
    if sender.name == "matches.tasks.sweep_matches":
        outages.note_failure()
