"""All metrics, read from the rows and so the same on every machine."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from redis.exceptions import RedisError

from fortify_site.api.models import Delivery
from fortify_site.ops.status import emails
from fortify_site.ops.status.check import count_up_to_most
from fortify_site.ops.status.report import TimedOutCheck, impatient, run_checks
from fortify_site.version import version
from jobs.broker import client
from jobs.models import Heartbeat
from matches.models import Seat
from timekeeping import clock

from .middleware import BUCKETS
from .models import Count

PREFIX: Final = "fortify_"
STATES: Final = {"good": 0.0, "warn": 1.0, "bad": 2.0}
FOR_THE_BROKER: Final = 1.0  # seconds


class Counted(NamedTuple):
    """A counter: its description, and the labels that tell its rows apart."""

    words: str
    labels: tuple[str, ...]


COUNTERS: Final = {
    "turns": Counted("Turns played, by how they came in.", ("via",)),
    "deadlines_decided": Counted("Deadlines that passed, by what became of the turn.", ("outcome",)),
    "mails_out": Counted("Emails that were tried or dropped, by what became of them.", ("outcome",)),
    "mails_in": Counted("Emails that came in, by the way in and what became of them.", ("via", "outcome")),
    "mails_refused": Counted("Emails that were refused before they were read, by the way in and why.", ("via", "why")),
    "requests": Counted("Requests, by the name of the address and the status of the answer.", ("view", "status")),
    "request_seconds": Counted("Seconds spent on requests, by the name of the address.", ("view",)),
}
DURATION: Final = "request_duration"


class Site:
    """The collector for ``generate_latest``."""

    def collect(self) -> Iterator[Metric]:
        yield _gauge("info", "The version of the site.", [({"version": version()}, 1.0)])
        jobs = TimedOutCheck(_jobs_waiting) if settings.REDIS_URL else None
        with impatient():
            now = clock.now()
            yield from _counters()
            yield from _queues(now)
            yield from _sweep(now)
        with translation.override("en"):
            checks = [({"check": check.name}, STATES[check.state]) for check in run_checks()]
        yield _gauge("check", "Each check of /healthz: 0 good, 1 doubtful, 2 bad.", checks)
        if jobs is not None:
            waiting = [({"queue": queue}, number) for queue, number in (jobs.answer(FOR_THE_BROKER) or {}).items()]
            yield _gauge("jobs_waiting", "Jobs that no worker has taken yet.", waiting)


def _counters() -> Iterator[Metric]:
    rows: dict[str, list[tuple[dict[str, str], float]]] = defaultdict(list)
    for name, text, value in Count.objects.values_list("name", "labels", "value"):
        rows[name].append((json.loads(text), value))
    for name, counted in COUNTERS.items():
        family = CounterMetricFamily(PREFIX + name, counted.words, labels=counted.labels)
        for labels, value in rows[name]:
            family.add_metric([labels.get(label, "") for label in counted.labels], value)
        yield family
    durations = {labels["le"]: value for labels, value in rows[DURATION]}
    yield _durations(durations, sum(value for _, value in rows["request_seconds"]))


def _durations(counts: dict[str, float], total: float) -> Metric:
    """Return the histogram of durations.

    The rows count each bucket on its own; in a histogram each bucket includes those below it.
    """
    so_far, buckets = 0.0, []
    for edge in (*map(str, BUCKETS), "+Inf"):
        so_far += counts.get(edge, 0.0)
        buckets.append((edge, so_far))
    family = HistogramMetricFamily(f"{PREFIX}{DURATION}_seconds", "How long requests took.")
    family.add_metric([], buckets, total)
    return family


def _queues(now: datetime) -> Iterator[Metric]:
    """Yield the waiting rows, up to a thousand of each kind, and how long the oldest is overdue."""
    queues: dict[str, QuerySet[Any]] = {
        "mails_out": emails.waiting_mails(),
        "mails_in": emails.waiting_replies(),
        "webhooks": Delivery.objects.filter(status=Delivery.Status.QUEUED),
    }
    waiting = [({"queue": name}, float(count_up_to_most(rows))) for name, rows in queues.items()]
    overdue = [({"queue": name}, _overdue(rows, "next_try_at", now)) for name, rows in queues.items()]
    yield _gauge("waiting", "Emails and deliveries that wait, at most 1000 of each.", waiting)
    yield _gauge("overdue_seconds", "How long the oldest of them has been due.", overdue)
    yield _gauge(
        "mails_given_up",
        "Emails that were given up and need a look.",
        [({}, float(count_up_to_most(emails.given_up_mails())))],
    )


def _sweep(now: datetime) -> Iterator[Metric]:
    last = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).values_list("at", flat=True).first()
    if last is not None:
        yield _gauge("sweep_age_seconds", "Since the last sweep of deadlines.", [({}, (now - last).total_seconds())])
    asked = Seat.objects.filter(asked_turn__isnull=False, deadline__isnull=False)
    lag = _overdue(asked, "deadline", now)
    yield _gauge("deadline_overdue_seconds", "How long the oldest deadline has been over, undecided.", [({}, lag)])


def _overdue(rows: QuerySet[Any], field: str, now: datetime) -> float:
    first = rows.order_by(field).values_list(field, flat=True).first()
    return max(0.0, (now - first).total_seconds()) if first is not None else 0.0


def _gauge(name: str, words: str, samples: list[tuple[dict[str, str], float]]) -> Metric:
    labels = list(samples[0][0]) if samples else []
    family = GaugeMetricFamily(PREFIX + name, words, labels=labels)
    for values, value in samples:
        family.add_metric(list(values.values()), value)
    return family


def _jobs_waiting() -> dict[str, float]:
    try:
        with client() as broker:
            return {queue.name: float(int(broker.llen(queue.name))) for queue in settings.CELERY_TASK_QUEUES}
    except RedisError:
        return {}
