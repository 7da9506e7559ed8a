"""How many may take part in each format, and how many rounds that makes."""

from __future__ import annotations

import pytest

from tournaments.models import Event


def event(slug: str, **terms: int) -> Event:
    return Event(format=slug, game_slug="fortress", **terms)


@pytest.mark.parametrize(
    ("slug", "terms", "count", "rounds"),
    [
        ("swiss", {"rounds": 5}, 40, 5),
        ("round_robin", {}, 5, 5),
        ("round_robin", {"cycles": 2}, 6, 10),
        ("cup", {}, 8, 3),
        ("cup", {}, 9, 4),
        ("tables", {"rounds": 4, "table_size": 4}, 12, 4),
        ("tables_all", {"table_size": 3}, 9, 4),  # an affine plane: everyone meets two others in each round
        ("expedition", {"rounds": 2}, 7, 2),
    ],
)
def test_rounds_are_as_many_as_set_or_as_the_field_makes(
    slug: str, terms: dict[str, int], count: int, rounds: int
) -> None:
    found = event(slug, **terms)
    assert found.rules.rounds_for(found, count) == rounds
    assert found.rules.why_not_begin(found, count) is None


@pytest.mark.parametrize(
    ("slug", "terms", "fits", "count", "field", "words"),
    [
        ("swiss", {"rounds": 5}, 5, 4, "rounds", "With 4 players there are at most 3 opponents each"),
        ("round_robin", {}, 60, 61, "format", "61 players are too many: a round robin can have 60."),
        ("cup", {}, 128, 129, "format", "129 players are too many: a cup can have 128."),
        ("tables", {"rounds": 2}, 3, 2, "format", "2 players can’t be seated at tables of 3 to 5."),
        ("tables_all", {}, 30, 31, "format", "31 players are too many for a round robin of tables: it can have 30."),
    ],
)
def test_an_event_with_too_many_or_too_few_does_not_begin(
    slug: str, terms: dict[str, int], fits: int, count: int, field: str, words: str
) -> None:
    found = event(slug, **terms)
    assert found.rules.why_not_begin(found, fits) is None
    refused = found.rules.why_not_begin(found, count)
    assert refused is not None
    assert (refused.field, refused.status) == (field, 409)
    assert words in refused.message
