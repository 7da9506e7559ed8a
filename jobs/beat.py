"""When jobs are due: as Celery has it, but for two things.

While no worker comes, Celery's beat keeps asking for a sweep each minute. The worker that comes at last would do in
a row what it need do once, and whatever else it is asked for would wait meanwhile. Here no more is asked for while so
much waits; the next minute will do. Only what the beat itself has asked for counts: whatever others have a worker do,
they do not keep the sweeps from being asked for.

And it says that a job is due even then, so that a worker that only has too much to do is told from a site that was
down.
"""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import RedisError

from .broker import job_due
from .broker_check import client

log = logging.getLogger(__name__)

MOST_WAITING = 40  # jobs: about ten minutes of what is due each minute
LOOKED_AT = 2000  # of the jobs that wait, the newest
OWN = b'"celery_beat_task": true'  # Celery's own mark, in a job's headers


class PatientScheduler(PersistentScheduler):
    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        job_due.send(type(self))
        if is_piled_up():
            log.warning("%s is not asked for: more than %s sweeps wait for a worker", entry.name, MOST_WAITING)
        else:
            super().apply_entry(entry, producer=producer)


def is_piled_up() -> bool:
    """Not of a broker that does not answer: what Celery makes of that is told in its words."""
    try:
        with client() as broker:
            waiting = broker.lrange(settings.CELERY_TASK_DEFAULT_QUEUE, 0, LOOKED_AT - 1)
    except RedisError:
        return False
    return sum(OWN in job for job in waiting) > MOST_WAITING
