"""Times of the event's pages over HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from statistics import median, quantiles
from typing import Final, NamedTuple

from django.db.models import F
from django.urls import reverse

from bench.service.client import Connection, cookies_of
from bench.service.jobs import post_bare
from bench.service.servers import Ports
from tournaments.models import Event, Season

MOST_TIMES: Final = {"visitor": 6.0, "player": 8.0, "organiser": 8.0}  # times the bare view's
LIMITED: Final = ("event", "standings", "season", "club")
ANEW: Final = 5
AGAIN: Final = 30


class Asked(NamedTuple):
    """A page's size and the seconds it took: ``anew`` just after a change of the event, ``again`` without one.

    ``bare`` are the times of the bare view, which took turns with ``again``.
    """

    size: int
    anew: list[float]
    again: list[float]
    bare: list[float]


def table(ports: Ports, event: Event, season: Season) -> str:
    return "\n".join(_lines(ports, event, season))


def _lines(ports: Ports, event: Event, season: Season) -> Iterator[str]:
    entry = event.entries.filter(number=1, player__isnull=False).get()
    readers = {
        "visitor": "",
        "player": cookies_of(entry.player_id or 0),
        "organiser": cookies_of(event.made_by_id or 0),
    }
    yield f"{'page':26}{'of':>10}{'size':>10}{'anew':>12}{'again':>12}{'p95':>10}{'times the bare view':>22}"
    for name, (reader, path) in _pages(event, entry.pk, season).items():
        asked = _ask(ports, path, readers[reader], event)
        p95 = quantiles(asked.again, n=20)[-1]
        yield (
            f"{name:26}{reader:>10}{asked.size / 1000:>7.0f} kB{1000 * median(asked.anew):>9.0f} ms"
            f"{1000 * median(asked.again):>9.1f} ms{1000 * p95:>7.0f} ms"
            f"{_judged(name, reader, median(asked.again) / median(asked.bare))}"
        )


def _judged(name: str, reader: str, times: float) -> str:
    if not name.startswith(LIMITED):
        return f"{times:>22.1f}"
    most = MOST_TIMES[reader]
    return f"{times:>22.1f}   at most {most:g}: {'kept' if times <= most else 'MISSED'}"


def _pages(event: Event, entry: int, season: Season) -> Mapping[str, tuple[str, str]]:
    """Return the pages to request, by the names in the table: the reader's role and the path."""

    def of(name: str, *more: object) -> str:
        return reverse(f"tournaments:{name}", args=[event.pk, *more])

    return {
        "event": ("visitor", of("event")),
        "event, own": ("player", of("event")),
        "event, organiser’s": ("organiser", of("event")),
        "standings": ("visitor", of("standings")),
        "standings, own": ("player", of("standings")),
        "standings, organiser’s": ("organiser", of("standings")),
        "standings after round 2": ("visitor", f"{of('standings')}?after=2"),
        "crosstable": ("visitor", of("crosstable")),
        "last round": ("visitor", of("round", event.rounds)),
        "a player’s card": ("visitor", of("player", entry)),
        "entries": ("visitor", of("entries")),
        "log": ("player", of("log")),
        "print": ("visitor", of("print")),
        "manage": ("organiser", of("manage")),
        "manage, entries": ("organiser", of("manage_entries")),
        "standings as CSV": ("player", of("export", "standings", "csv")),
        "standings as XLSX": ("player", of("export", "standings", "xlsx")),
        "season": ("visitor", season.get_absolute_url()),
        "season, own": ("player", season.get_absolute_url()),
        "season, organiser’s": ("organiser", season.get_absolute_url()),
        "club": ("visitor", season.league.club.get_absolute_url()),
        "club, own": ("player", season.league.club.get_absolute_url()),
        "club, organiser’s": ("organiser", season.league.club.get_absolute_url()),
        "list of events": ("visitor", reverse("tournaments:list")),
        "rating list": ("player", reverse("tournaments:ratings", args=[event.game_slug])),
    }


def _ask(ports: Ports, path: str, cookies: str, event: Event) -> Asked:
    anew = []
    with Connection(ports.site) as connection:
        size = len(connection.get(path, cookies))
        for _ in range(ANEW):
            Event.objects.filter(pk=event.pk).update(changed_at=F("changed_at") + timedelta(seconds=1))
            anew.append(_timed(partial(connection.get, path, cookies)))
    again, bare = [], []
    with Connection(ports.site) as connection, Connection(ports.bare) as beside:
        for number in range(1, AGAIN + 1):
            again.append(_timed(partial(connection.get, path, cookies)))
            bare.append(_timed(partial(post_bare, beside, number)))
    return Asked(size, anew, again, bare)


def _timed(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun
