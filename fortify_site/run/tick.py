"""One round of everything in this process: what beat would have a worker do."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.conf import settings

log = logging.getLogger(__name__)

Act = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class TickOutcome:
    """A job of the round and its result."""

    name: str
    words: str
    failed: bool = False


def tick(first: Mapping[str, Act], last: Mapping[str, Act], instead_of: Collection[str]) -> list[TickOutcome]:
    """Do each job of beat's schedule.

    ``first`` and ``last`` are done before and after it, in place of the tasks ``instead_of``. A failing job doesn't
    stop the others.
    """
    return list(_outcomes(first, last, instead_of))


def _outcomes(first: Mapping[str, Act], last: Mapping[str, Act], instead_of: Collection[str]) -> Iterator[TickOutcome]:
    current_app.loader.import_default_modules()
    for name, act in first.items():
        yield _done(name, act)
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if entry["task"] not in instead_of:
            yield _done(name, current_app.tasks[str(entry["task"])])
    for name, act in last.items():
        yield _done(name, act)


def _done(name: str, act: Act) -> TickOutcome:
    try:
        result = act()
    except Exception as error:  # one failing job must not keep the others from being done
        log.exception("%s failed", name)
        return TickOutcome(name, f"failed ({error})", failed=True)
    return TickOutcome(name, "done" if result is None else str(result))
