"""Gunicorn's settings for the site: gunicorn --config python:fortify_site.gunicorn fortify_site.wsgi.

HOST, PORT, WEB_WORKERS, WEB_THREADS and ACCESS_LOG come from the environment.
"""

from __future__ import annotations

import logging
import logging.config
import os
from pathlib import Path
from typing import Any

from gunicorn.arbiter import Arbiter

from .environment import env, one_of, warnings, whole, yes_or_no
from .logs import LEVELS

bind = f"{env.str('HOST', default='127.0.0.1')}:{whole('PORT', 8000, most=65535)}"
workers = whole("WEB_WORKERS", 1, least=1)
threads = whole("WEB_THREADS", 4, least=1)
worker_class = "gthread"
timeout = 30
limit_request_line = 8190  # an address may carry a message to the opponent, up to nine letters for each of its 500
graceful_timeout = 5
max_requests = 20_000
max_requests_jitter = 2_000
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 (memory, so that no full disk stops it)
loglevel = one_of("LOG_LEVEL", LEVELS, "INFO").lower()
accesslog = "-" if yes_or_no("ACCESS_LOG", default=False) else None
# Neither the query nor the referrer, since they may have a turn under way, which may be a secret pick.
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(B)s %(M)s ms "%(a)s"'


def on_starting(_server: Any) -> None:
    """Set up logging by the settings, so that no token is written, and refuse a forgetful broker."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")
    from django.conf import settings

    from jobs.broker_health import refuse_a_forgetful_broker

    logging.config.dictConfig(settings.LOGGING)
    for words in warnings():
        logging.getLogger(__name__).warning(words)
    refuse_a_forgetful_broker()


def post_worker_init(worker: Any) -> None:
    """Refuse tables and static files of another version, but only in the first worker.

    One that replaces another may find newer ones while the site is being updated.
    """
    from fortify_site.run import schema_check, static_check

    if worker.age > 1:
        return
    try:
        schema_check.refuse_foreign_tables()
        if words := static_check.fault():
            raise SystemExit(words)
    except SystemExit as refusal:
        logging.getLogger(__name__).critical("%s", refusal)
        raise SystemExit(Arbiter.WORKER_BOOT_ERROR) from None  # this ends the whole server
