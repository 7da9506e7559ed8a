"""The whole run: start the servers, make that many matches, measure, make more."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from . import servers

if TYPE_CHECKING:
    from .copies import Population
    from .jobs import Work
    from .report import Found

SIZES: Final = (10_000, 100_000, 1_000_000)


def main(sizes: Sequence[int], rounds: int) -> None:
    """Measure at each of these sizes, and open pages at the last. Without sizes only open pages are measured."""
    ports = servers.prepare(max(sizes, default=0))
    import django

    django.setup()
    _measure(ports, sizes, rounds)


def _measure(ports: servers.Ports, sizes: Sequence[int], rounds: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from . import polls, report
    from .bare import make_counters
    from .copies import Population
    from .jobs import Work
    from .seeds import play_seeds

    call_command("migrate", verbosity=0)
    make_counters()
    population = Population(play_seeds())
    site = servers.serve(ports)
    version = ".".join(map(str, divmod(connection.cursor().connection.info.server_version, 10_000)))
    print(report.machine(version, servers.WEB_WORKERS), flush=True)
    found: list[Found] = []
    for size in sizes:
        begun = time.monotonic()
        population.grow(size)
        print(f"\n{size:,} running matches, made in {time.monotonic() - begun:.0f} s", flush=True)
        found.append(_find(size, population, Work(population, ports), rounds))
        print(report.of_size(found[-1]), flush=True)
    print(f"\n{polls.table(site, ports.site, population.seeds)}", flush=True)
    if len(found) > 1:
        print(f"\n{report.growth(found)}", flush=True)


def _find(size: int, population: Population, work: Work, rounds: int) -> Found:
    from . import crowd, sweeping
    from .report import Found
    from .rounds import measure

    return Found(size, measure(work.jobs(), rounds), crowd.rates(work), sweeping.sweeps(population))
