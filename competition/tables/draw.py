"""A round of an event at tables, drawn as in a Swiss: players on equal points sit together, and rarely meet twice.

In order of importance: players who must be kept apart don't meet; as few pairs as possible meet again; small tables go
round; the scores at each table are close; the smaller tables are the last. The British Parliamentary draws of debating
tournaments (World Universities Debating Council) seat four by score in the same way, but don't look at who has met.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from .exact import MOST_EXACT, best_tables
from .exchange import exchanged_tables
from .field import Field, P, RoundOfTables


class MustMeet(Exception):
    """An error for a round in which players who must be kept apart would meet; the argument has the pairs concerned."""


def draw_round(
    order: Sequence[P],
    scores: Mapping[P, Fraction],
    past: Sequence[RoundOfTables[P]],
    sizes: Sequence[int],
    apart: Collection[frozenset[P]] = (),
) -> tuple[tuple[P, ...], ...]:
    """Draw the tables of a round, from the best scores down; the players of each are in their order.

    ``order`` has the players in the order of the standings: by score, level players by lot. ``past`` has the tables of
    earlier rounds, ``sizes`` those of the tables to fill, larger ones first, as ``table_sizes`` returns them. ``apart``
    are pairs who must not meet. The same input always gives the same draw. Up to ``MOST_EXACT`` players, no other draw
    is better. Raises ``MustMeet``, and ``ValueError`` where the players don't fill the tables.
    """
    if sum(sizes) != len(order):
        raise ValueError(f"{len(order)} players don't fill tables of {sizes}.")
    field = Field.of(order, scores, past, sizes, apart)
    is_small = len(order) <= MOST_EXACT
    found = best_tables(field, range(len(order)), sizes) if is_small else exchanged_tables(field)
    tables = [tuple(order[place] for place in sorted(table)) for table in found]
    together = [pair for pair in apart if any(pair.issubset(table) for table in tables)]
    if together:
        raise MustMeet(together)
    ranks = {player: rank for rank, player in enumerate(order)}

    def standing(table: Sequence[P]) -> tuple[Fraction, int, int]:
        mean = sum((scores[player] for player in table), Fraction(0)) / len(table)
        return -mean, -len(table), ranks[table[0]]

    return tuple(sorted(tables, key=standing))
