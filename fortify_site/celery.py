"""The Celery application.

Publishing must never hold up a request: the settings give a hanging broker about a second and one try. Whatever isn't
published is in the database, and the sweep finds it.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init, worker_ready
from django.conf import settings

from .environment import warnings

log = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")

app = Celery("fortify_site", task_cls="fortify_site.base_task:SiteTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def check_surroundings(**_: Any) -> None:
    """Log the settings' warnings, and end the process if it can't do its work.

    Only ``SystemExit`` ends it: Celery continues after any other error of a receiver.
    """
    from fortify_site.run.schema_check import refuse_foreign_tables
    from jobs.broker_health import refuse_a_forgetful_broker

    for words in warnings():
        log.warning(words)
    if not settings.REDIS_URL:
        raise SystemExit(
            "REDIS_URL is “none”: this site has no broker, so there is nothing for a worker or a beat to do. "
            "“manage.py tick”, started each minute, does all of their work."
        )
    refuse_a_forgetful_broker()
    refuse_foreign_tables()


@worker_ready.connect
def send_what_waited(**_: Any) -> None:
    """Send the emails that were queued while no worker ran, without waiting for the next sweep."""
    app.send_task("mail.tasks.sweep_outbox")
