"""The base class of all tasks of workers."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task

from matches.clocks import restoration

log = logging.getLogger(__name__)

WAITS = "The database was restored from a backup or moved: the site waits until “manage.py restored” has been run."


class SiteTask(Task[Any, Any]):
    """A task that does nothing while the site waits for the host to say what became of the database."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if restoration.waits_for_the_host():
            log.error("%s was not done. %s", self.name, WAITS)
            return None
        return super().__call__(*args, **kwargs)
