"""The Celery application.

Publishing must never hold up a request: the settings give a broker that hangs about a second, and try once. What was
not published stands in the database, and the sweep finds it.
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
    """Ends the process where it cannot do its work, and says what someone should know. Celery continues after whatever
    else a receiver raises."""
    from fortify_site.run.schema_check import refuse_foreign_tables
    from jobs.broker import refuse_a_forgetful_broker

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
    """Emails that were written while no worker ran go out at once, not with the next sweep of the beat."""
    app.send_task("mail.tasks.sweep_outbox")
