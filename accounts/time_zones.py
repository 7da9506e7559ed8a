"""The time zones a player can choose from, grouped by region."""

from __future__ import annotations

import zoneinfo
from functools import cache
from itertools import groupby

from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

REGIONS = {
    "Africa": pgettext_lazy("region of time zones", "Africa"),
    "America": pgettext_lazy("region of time zones", "America"),
    "Antarctica": pgettext_lazy("region of time zones", "Antarctica"),
    "Asia": pgettext_lazy("region of time zones", "Asia"),
    "Atlantic": pgettext_lazy("region of time zones", "Atlantic"),
    "Australia": pgettext_lazy("region of time zones", "Australia"),
    "Europe": pgettext_lazy("region of time zones", "Europe"),
    "Indian": pgettext_lazy("region of time zones", "Indian"),
    "Pacific": pgettext_lazy("region of time zones", "Pacific"),
}

Choice = tuple[str, StrOrPromise]


@cache
def grouped_zones() -> tuple[Choice | tuple[StrOrPromise, tuple[Choice, ...]], ...]:
    """Choices for a select: UTC, then each region with its places, all in alphabetical order."""
    names = sorted(name for name in zoneinfo.available_timezones() if region(name) in REGIONS)
    groups = tuple(
        (REGIONS[key], tuple((name, place(name)) for name in group)) for key, group in groupby(names, region)
    )
    return (("UTC", gettext_lazy("UTC (no place in particular)")), *groups)


def region(name: str) -> str:
    return name.partition("/")[0]


def place(name: str) -> str:
    """“Indiana, Knox” for ``America/Indiana/Knox``."""
    return name.partition("/")[2].replace("/", ", ").replace("_", " ")
