"""The time of a sweep that finds some seats out of time among all those that aren't."""

# ruff: noqa: S608 (every word of these statements is ours)

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

from django.db import connection, models

from jobs.broker import client
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches import sweep
from matches.models import LogEntry, Match, Seat
from timekeeping import clock

from .bare import COUNTERS, count_up
from .client import UnexpectedAnswer
from .copies import Population

ROUNDS: Final = 3
DUE: Final = (0, 100, 1_000)

MAKE_DUE: Final = """
UPDATE matches_seat
SET asked_at = clock_timestamp() - turn_bank - interval '2 minutes',
    running_since = clock_timestamp() - bank - interval '2 minutes',
    deadline = clock_timestamp() - interval '2 minutes',
    remind_at = NULL
WHERE id = ANY(%s)
"""


@dataclass
class Sweeps:
    """Seconds of the sweeps by how many seats were due, and of as many bare transactions just before."""

    seconds: dict[int, list[float]] = field(default_factory=lambda: {due: [] for due in DUE})
    bare: dict[int, list[float]] = field(default_factory=lambda: {due: [] for due in DUE})


def sweeps(population: Population) -> Sweeps:
    random = Random(1)
    found = Sweeps()
    with seats_out_of_time(population, 10, random):
        _sweep(10)
    for _ in range(ROUNDS):
        for due in DUE:
            found.bare[due].append(_bare(due, random))
            with seats_out_of_time(population, due, random):
                found.seconds[due].append(_sweep(due))
    return found


def _bare(count: int, random: Random) -> float:
    begun = time.perf_counter()
    for _ in range(count):
        count_up(random.randint(1, COUNTERS))
    return time.perf_counter() - begun


def _sweep(due: int) -> float:
    """Return the seconds of a sweep. The one before was on time: after a gap it would time no one out."""
    Heartbeat.objects.update_or_create(name=Heartbeat.Name.SWEEP, defaults={"at": clock.now()})
    begun = time.perf_counter()
    swept = sweep.sweep_matches()
    seconds = time.perf_counter() - begun
    if swept.decided != due:
        raise UnexpectedAnswer(f"Of {due} seats out of time a sweep decided {swept.decided}.")
    return seconds


@contextmanager
def seats_out_of_time(population: Population, count: int, random: Random) -> Iterator[None]:
    """Make that many seats, each in another match, run out of time. Afterwards restore their matches."""
    matches = random.sample(population.all_copies, 2 * count)  # some are over by now
    seats = Seat.objects.filter(match__in=matches, deadline__isnull=False).values_list("match_id", "pk")
    chosen = dict(list(dict(seats).items())[:count])
    last_mail = OutboxMail.objects.aggregate(last=models.Max("pk"))["last"] or 0
    with connection.cursor() as cursor:
        _keep(list(chosen))
        cursor.execute(MAKE_DUE, [list(chosen.values())])
        yield
        for model in (Match, Seat):
            cursor.execute(_putting_back(model))
        cursor.execute(
            f"DELETE FROM {LogEntry._meta.db_table} line USING kept_match kept"
            " WHERE line.match_id = kept.id AND line.index >= kept.log_length"
        )
        OutboxMail.objects.filter(pk__gt=last_mail).delete()
        cursor.execute("DROP TABLE kept_match, kept_seat")
    with client() as broker:
        broker.flushdb()


def _keep(matches: list[int]) -> None:
    with connection.cursor() as cursor:
        for name, model, column in (("match", Match, "id"), ("seat", Seat, "match_id")):
            table = model._meta.db_table
            cursor.execute(
                f"CREATE TEMPORARY TABLE kept_{name} AS SELECT * FROM {table} WHERE {column} = ANY(%s)", [matches]
            )


def _putting_back(model: type[models.Model]) -> str:
    table, kept = model._meta.db_table, f"kept_{model._meta.model_name}"
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    changes = ", ".join(f'"{column}" = {kept}."{column}"' for column in columns)
    return f"UPDATE {table} SET {changes} FROM {kept} WHERE {table}.id = {kept}.id"
