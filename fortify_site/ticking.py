"""One round of everything, in this process: what beat would have a worker do, and the mails that are due, first those
that came in, so that a turn stamped in time is played before its deadline is decided."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings

from fortify_site.api.webhooks import outbox as webhooks
from fortify_site.job import WAITS
from matches import restoration
from matches.mail import outbox
from matches.mail.inbound import imap, leasing, processor

log = logging.getLogger(__name__)

# These are done first or last, and here, not by workers.
ABOUT_MAILS = frozenset(f"matches.tasks.{name}" for name in ("collect_mails", "sweep_inbound", "sweep_outbox"))
ABOUT_WEBHOOKS = frozenset({"fortify_site.api.tasks.sweep_webhooks"})


@dataclass(frozen=True, slots=True)
class Job:
    """A job of the round and what came of it."""

    name: str
    words: str
    failed: bool = False


def tick() -> list[Job]:
    """Read the mails that came in, do each job of beat's schedule, then send the mails that are due. One job that fails
    does not stop the others."""
    return list(_jobs())


def _jobs() -> Iterator[Job]:
    current_app.loader.import_default_modules()
    if restoration.waits_for_the_host():
        yield Job("everything", WAITS, failed=True)
        return
    if settings.IMAP_URL:
        yield _done("collect mails", imap.collect)
    yield _done("read mails", partial(leasing.process_due, processor.process))
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if entry["task"] not in ABOUT_MAILS | ABOUT_WEBHOOKS:
            yield _done(name, current_app.tasks[str(entry["task"])])
    yield _done("sweep the webhooks", webhooks.deliver_due)
    yield _done("send mails", outbox.deliver_due)


def _done(name: str, act: Callable[[], Any]) -> Job:
    try:
        result = act()
    except Exception as error:  # whatever is wrong with one job must not keep the others from being done
        log.exception("%s failed", name)
        return Job(name, f"failed ({error})", failed=True)
    return Job(name, "done" if result is None else str(result))
