"""Good tables for a large field: players swap seats for as long as that improves the draw, and then a little longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .field import Field

TRIED: Final = 1_000_000  # swaps looked at before the search is given up
TABU: Final = 7  # swaps during which a player doesn't return to a table
NEVER: Final = -TABU - 1


def exchanged_tables(field: Field) -> list[list[int]]:
    """Return tables that cost little: first filled in the order of the players, then improved by swaps.

    Once no swap improves them, players who meet again or who owe no small table are swapped all the same, the best swap
    first, and don't go back to a table that they have just left (tabu search: Fred Glover, 1986). The best tables on
    the way are kept.
    """
    first = _Exchange(field, _in_order(field))
    first.descend()
    last = _Exchange(field, first.go_on())
    last.descend()
    return last.tables


def _in_order(field: Field) -> list[list[int]]:
    tables, start = [], 0
    for size in field.sizes:
        tables.append(list(range(start, start + size)))
        start += size
    return tables


class _Exchange:
    """Tables whose players swap seats; ``with_table`` has what each player costs together with those of each table."""

    def __init__(self, field: Field, tables: list[list[int]]) -> None:
        self.field, self.tables = field, tables
        self.at = {place: number for number, table in enumerate(tables) for place in table}
        self.is_small = [field.is_small(len(table)) for table in tables]
        self.with_table = [[sum(pairs[other] for other in table) for table in tables] for pairs in field.pairs]
        self.cost = sum(map(field.cost, tables))

    def descend(self) -> None:
        """Give every player the seat that is best for all, until no swap improves the tables."""
        is_improved = True
        while is_improved:
            is_improved = False
            for one in range(len(self.at)):
                change, other = min(self._swaps(one), default=(0, one))
                if change < 0:
                    self._swap(one, other, change)
                    is_improved = True

    def go_on(self) -> list[list[int]]:
        """Make the best swaps although they improve nothing; return the best tables on the way."""
        least, best = self.cost, self._copy()
        left_at: dict[tuple[int, int], int] = {}
        tried = step = 0
        while tried < TRIED and (unhappy := self._unhappy()):
            found: tuple[int, int, int] | None = None
            for one in unhappy:
                here = self.at[one]
                for change, other in self._swaps(one):
                    tried += 1
                    if found is not None and (change, one, other) >= found:
                        continue
                    ways = (one, self.at[other]), (other, here)
                    is_return = any(left_at.get(way, NEVER) >= step - TABU for way in ways)
                    if not is_return or self.cost + change < least:
                        found = change, one, other
            if found is None:
                break
            change, one, other = found
            left_at[one, self.at[one]] = left_at[other, self.at[other]] = step
            self._swap(one, other, change)
            step += 1
            if self.cost < least:
                least, best = self.cost, self._copy()
        return best

    def _copy(self) -> list[list[int]]:
        return [list(table) for table in self.tables]

    def _unhappy(self) -> list[int]:
        """Return the players who meet someone again, if fewer could do so.

        Otherwise return those at small tables whose turn it isn't.
        """
        meeting, turn = self.field.meeting, self.field.turn
        if self.cost // meeting > self.field.fewest_meetings:
            return [place for place, number in self.at.items() if self.with_table[place][number] >= meeting]
        if self.cost % meeting // turn > self.field.fewest_turns:
            return [
                place for place, number in self.at.items() if self.is_small[number] and self.field.small[place] >= turn
            ]
        return []

    def _swaps(self, one: int) -> Iterator[tuple[int, int]]:
        """Yield by how much each swap of a player would change the cost, and with whom."""
        here, pairs, small, with_tables = self.at[one], self.field.pairs[one], self.field.small, self.with_table[one]
        for other, there in self.at.items():
            if there == here:
                continue
            theirs = self.with_table[other]
            change = with_tables[there] - with_tables[here] + theirs[here] - theirs[there] - 2 * pairs[other]
            if self.is_small[here] != self.is_small[there]:
                change += small[other] - small[one] if self.is_small[here] else small[one] - small[other]
            yield change, other

    def _swap(self, one: int, other: int, change: int) -> None:
        here, there = self.at[one], self.at[other]
        for with_tables, pairs in zip(self.with_table, self.field.pairs, strict=True):
            more = pairs[other] - pairs[one]
            with_tables[here] += more
            with_tables[there] -= more
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        self.cost += change
