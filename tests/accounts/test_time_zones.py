"""The choice of time zones."""

from __future__ import annotations

from accounts.time_zones import grouped_zones, place


def test_it_groups_places_by_region() -> None:
    first, *groups = grouped_zones()
    assert first[0] == "UTC"
    named = {str(region): dict(zones) for region, zones in groups}  # type: ignore[arg-type]
    assert list(named) == sorted(named)
    assert named["Europe"]["Europe/Berlin"] == "Berlin"
    assert "Asia/Calcutta" in named["Asia"], "browsers still report it by this name"


def test_it_writes_places_as_people_do() -> None:
    assert place("America/Argentina/Buenos_Aires") == "Argentina, Buenos Aires"
