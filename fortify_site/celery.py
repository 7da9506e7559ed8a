"""The Celery application.

Publishing must never hold up a request: a broker that refuses costs nothing, one that hangs a second once. After a
failure the following few seconds' jobs are refused at once; what was not published stands in the database, and the
sweep finds it within a minute.
"""

from __future__ import annotations

import os
import time
from typing import Any

from celery import Celery, Task
from celery.signals import beat_init, worker_init
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")

PAUSE_SECONDS = 10.0


class PublishingTask(Task[Any, Any]):
    """A task whose publishing fails fast with ``kombu.exceptions.OperationalError``."""

    abstract = True
    paused_until = 0.0

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < PublishingTask.paused_until:
            raise OperationalError("The broker did not answer a moment ago.")
        try:
            return super().apply_async(*args, **kwargs)
        except OperationalError:
            PublishingTask.paused_until = time.monotonic() + PAUSE_SECONDS
            raise


app = Celery("fortify_site", task_cls=PublishingTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def check_the_broker(**_: Any) -> None:
    from .broker import refuse_a_forgetful_broker

    refuse_a_forgetful_broker()
