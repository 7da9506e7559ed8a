"""A script that writes the names of the places after which time zones are named, for each language on offer.

Run ``python -m timekeeping.generate_zone_names``. The names come from the Unicode CLDR by way of Babel, which
``make test`` installs.
"""

from __future__ import annotations

from babel import Locale

from .time_zones import TABLES, place_of_zone, zones

HEAD = "# Where they aren't the zone's name: Unicode CLDR, © Unicode, Inc. (accounts/names/confusables.license.txt)\n"


def write_zone_names(language: str) -> None:
    known = Locale.parse(language.replace("-", "_")).time_zones
    cities = {zone: known.get(zone, {}).get("city", "") for zone in zones()}
    rows = [f"{zone}\t{city}\n" for zone, city in cities.items() if city and city != place_of_zone(zone)]
    (TABLES / f"{language}.tsv").write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    for table in sorted(TABLES.glob("*.tsv")):
        write_zone_names(table.stem)
