"""How players come out at tables."""

from __future__ import annotations

import pytest

from competition.tables.sizes import table_sizes


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (3, 4, (3,)),
        (5, 4, (5,)),
        (6, 5, (3, 3)),
        (7, 3, (4, 3)),
        (8, 3, (4, 4)),
        (11, 5, (4, 4, 3)),
        (12, 4, (4, 4, 4)),
        (14, 4, (4, 4, 3, 3)),
        (14, 5, (5, 5, 4)),
        (15, 3, (3, 3, 3, 3, 3)),
    ],
)
def test_sizes(players: int, wanted: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, wanted) == sizes


def test_any_field_comes_out_even() -> None:
    for wanted in (3, 4, 5):
        for players in range(3, 200):
            sizes = table_sizes(players, wanted)
            assert sum(sizes) == players
            assert max(sizes) - min(sizes) <= 1
            assert min(sizes) >= 3
            assert max(sizes) <= 5
            assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize(("players", "wanted", "largest"), [(2, 3, 5), (0, 4, 5), (5, 4, 4), (9, 6, 5), (9, 2, 5)])
def test_what_cannot_be_seated(players: int, wanted: int, largest: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        table_sizes(players, wanted, largest)
