"""Celery's beat, which asks for no more sweeps while too many wait for a worker.

Otherwise, once a worker came, it would repeat what need be done only once, and everything else would wait meanwhile;
the next minute's sweep will do. Only jobs that the beat itself asked for count, so that nothing else can keep the
sweeps from being asked for. Celery's ``expires`` wouldn't do: Redis keeps an expired job until a worker takes it, so a
site without a worker would fill it, and a full broker refuses every job.

The beat announces that a job is due even then, so that a busy worker can be told from a site that was down.
"""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import RedisError

from .broker import client
from .hooks import job_due

log = logging.getLogger(__name__)

MOST_WAITING = 40  # jobs: about five minutes of what is due each minute
LOOKED_AT = 2000  # of the jobs that wait, the newest
BY_THE_BEAT = b'"celery_beat_task": true'  # Celery's own mark, in a job's headers


class PatientScheduler(PersistentScheduler):
    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        job_due.send_robust(type(self))  # an error of a receiver would end the beat
        if is_piled_up():
            log.warning("%s is not asked for: more than %s sweeps wait for a worker", entry.name, MOST_WAITING)
        else:
            super().apply_entry(entry, producer=producer)


def is_piled_up() -> bool:
    """Return whether too many of the beat's jobs wait for a worker.

    False if the broker doesn't answer: Celery reports that when it asks for the job.
    """
    try:
        with client() as broker:
            waiting = broker.lrange(settings.CELERY_TASK_DEFAULT_QUEUE, 0, LOOKED_AT - 1)
    except RedisError:
        return False
    return sum(BY_THE_BEAT in job for job in waiting) > MOST_WAITING
