"""The time zones that a player can choose from, by region."""

from __future__ import annotations

import unicodedata
import zoneinfo
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

TABLES = Path(__file__).with_name("zone_names")  # one table per language, by generate_zone_names
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


def grouped_zones() -> tuple[Choice | tuple[StrOrPromise, tuple[Choice, ...]], ...]:
    """Return the time zones as choices for a select: UTC, then each region with its places.

    Places have their names in the active language, and are sorted by them.
    """
    return _grouped(get_language() or "")


@cache
def _grouped(language: str) -> tuple[Choice | tuple[StrOrPromise, tuple[Choice, ...]], ...]:
    called = _names_in(language)
    groups = []
    for key, group in groupby(zones(), region_of_zone):
        places = [(name, called.get(name) or place_of_zone(name)) for name in group]
        groups.append((REGIONS[key], tuple(sorted(places, key=lambda each: _bare(each[1])))))
    return (("UTC", gettext_lazy("UTC (no place in particular)")), *groups)


@cache
def _names_in(language: str) -> Mapping[str, str]:
    """Return by zone the places for which the language has names of its own."""
    table = TABLES / f"{language}.tsv"
    lines = table.read_text(encoding="utf-8").splitlines() if language and table.exists() else []
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def _bare(text: str) -> str:
    """Return the text without accents, to sort by."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def zones() -> list[str]:
    """Return the zones that are named after a place, sorted."""
    return sorted(name for name in zoneinfo.available_timezones() if region_of_zone(name) in REGIONS)


def known_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """Return the zone of that name; ``None``, for the site's own zone, if this machine's zone data lacks it."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None


def region_of_zone(name: str) -> str:
    return name.partition("/")[0]


def place_of_zone(name: str) -> str:
    """Return the zone's place: “Indiana, Knox” for ``America/Indiana/Knox``."""
    return name.partition("/")[2].replace("/", ", ").replace("_", " ")
