"""When jobs are due: as Celery has it, but for one thing.

While no worker comes, Celery's beat goes on asking for a sweep each minute. The worker that comes at last would do in
a row what it need do once, and whatever else it is asked for would wait meanwhile. Here no more is asked for while so
much waits; the next minute will do.
"""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import RedisError

from .broker import client

log = logging.getLogger(__name__)

MOST_WAITING = 40  # jobs: about ten minutes of what is due each minute


class PatientScheduler(PersistentScheduler):
    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        if is_piled_up():
            log.warning("%s is not asked for: more than %s jobs wait for a worker", entry.name, MOST_WAITING)
        else:
            super().apply_entry(entry, producer=producer)


def is_piled_up() -> bool:
    """Not of a broker that does not answer: what Celery makes of that is told in its words."""
    try:
        with client() as broker:
            return int(broker.llen(settings.CELERY_TASK_DEFAULT_QUEUE)) > MOST_WAITING
    except RedisError:
        return False
