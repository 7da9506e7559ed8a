"""The files of a club's archive, and their names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

FORMAT: Final = "fortify-club-archive"
VERSION: Final = 1
README: Final = "README.txt"
MANIFEST: Final = "manifest.json"
CLUB: Final = "club.json"
PEOPLE: Final = "people.json"

OWNERS: Final = "owner"
"""The edition for owners: a running match is as every bystander sees it, and no match has its players' messages."""
HOSTS: Final = "host"
"""The edition for hosts, who have the database anyway: running matches are whole, and continue when imported."""
EDITIONS: Final = (OWNERS, HOSTS)

_EVENT: Final = re.compile(r"events/([0-9]{3}|[1-9][0-9]{3,5})/event\.json")


def event_folder(place: int) -> str:
    return f"events/{place:03}"


def event_file(place: int) -> str:
    return f"{event_folder(place)}/event.json"


def event_places(names: Iterable[str]) -> list[int]:
    """Return the places of the events to which these files belong. An event deleted meanwhile leaves a gap."""
    found = (_EVENT.fullmatch(name) for name in names)
    places = sorted(int(each[1]) for each in found if each)
    return [place for place in places if place > 0]


def match_file(event: int, round: int, board: int, drawn: int | None = None) -> str:
    """Name the file of a match. ``drawn`` counts earlier matches of a cup that were drawn."""
    again = "" if drawn is None else f"-drawn-{drawn}"
    return f"{event_folder(event)}/matches/round-{round:02}-board-{board:03}{again}.json"


def record_file(match: str) -> str:
    """Name the file with the record of the match in the game's own format."""
    return match.removesuffix(".json") + ".txt"
