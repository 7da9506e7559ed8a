"""The number of players at each table of a round."""

from __future__ import annotations

SMALLEST, LARGEST_TABLE = 3, 5


def table_sizes(players: int, wanted: int, largest: int = LARGEST_TABLE) -> tuple[int, ...]:
    """Return the sizes of a round's tables, larger ones first, at most ``wanted`` each.

    No two differ by more than one, and a table is larger than wanted rather than smaller than three. ``largest`` is the
    most that the game can seat. Raises ``ValueError`` if no such tables can be made: for fewer than three players, or
    for five in a game that seats four.
    """
    if not SMALLEST <= wanted <= largest:
        raise ValueError(f"A table seats {SMALLEST} to {largest}, not {wanted}.")
    tables = -(-players // wanted)
    while tables > 1 and players < SMALLEST * tables:
        tables -= 1
    if players < SMALLEST or players > largest * tables:
        raise ValueError(f"{players} players can't be seated at tables of {SMALLEST} to {largest}.")
    least, more = divmod(players, tables)
    return (least + 1,) * more + (least,) * (tables - more)
