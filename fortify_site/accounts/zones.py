"""The time zones a player can choose from, grouped by region."""

from __future__ import annotations

import zoneinfo
from functools import cache
from itertools import groupby

REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

Choice = tuple[str, str]


@cache
def grouped_zones() -> tuple[Choice | tuple[str, tuple[Choice, ...]], ...]:
    """Choices for a select: UTC, then each region with its places, all in alphabetical order."""
    names = sorted(name for name in zoneinfo.available_timezones() if region(name) in REGIONS)
    groups = tuple((key, tuple((name, place(name)) for name in group)) for key, group in groupby(names, region))
    return (("UTC", "UTC (no place in particular)"), *groups)


def region(name: str) -> str:
    return name.partition("/")[0]


def place(name: str) -> str:
    """“Indiana, Knox” for ``America/Indiana/Knox``."""
    return name.partition("/")[2].replace("/", ", ").replace("_", " ")
