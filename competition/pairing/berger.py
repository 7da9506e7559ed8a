"""Round robins by the Berger tables (FIDE C.05, Annex 1), for any number of players.

The table is a circle. The player with the highest number (or the bye, with an odd number of players) keeps its place;
the others sit in a ring, and the place that meets it moves by half the table each round. The two players at the same
distance on either side of that place meet, the one after it with white.
"""

from __future__ import annotations

from collections.abc import Sequence

from competition.history import Pair

BYE = 0
BergerRound = tuple[Pair, ...]


def schedule(numbers: Sequence[int], cycles: int = 1) -> tuple[BergerRound, ...]:
    """Return all rounds of a round robin, each in board order, which is the order of the published table.

    ``numbers`` are pairing numbers in the order of the draw, from 1 up and each once. With an odd number of players,
    each of them has one round without a game in each cycle: ``Pair(player, 0)``, last in its round. With two cycles the
    second repeats the first with colours reversed, and the last two rounds of the first change places, as the annex
    advises.

    No player then has the same colour three times in a row. Rounds without a game are skipped for that count: the games
    before and after one count as consecutive, which is the stricter way.
    """
    if cycles not in (1, 2):
        raise ValueError(f"A round robin has one cycle or two, not {cycles}.")
    if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
        raise ValueError("Pairing numbers count from 1, and each is given once.")
    if len(numbers) < 2:
        return ()
    cycle = _cycle([*numbers, BYE] if len(numbers) % 2 else numbers)
    if cycles == 1:
        return cycle
    return *cycle[:-2], *reversed(cycle[-2:]), *map(_reversed, cycle)


def _cycle(ring: Sequence[int]) -> tuple[BergerRound, ...]:
    return tuple(_round(ring, turn) for turn in range(len(ring) - 1))


def _round(ring: Sequence[int], turn: int) -> BergerRound:
    """Return round ``turn`` + 1 of the table for an even number of places in ``ring``."""
    *circle, still = ring
    size, half = len(circle), len(ring) // 2
    place = turn * half % size
    top = Pair(still, circle[place]) if turn % 2 else Pair(circle[place], still)
    others = [Pair(circle[(place + step) % size], circle[(place - step) % size]) for step in range(1, half)]
    return (*others, Pair(circle[place], BYE)) if still == BYE else (top, *others)


def _reversed(pairs: BergerRound) -> BergerRound:
    return tuple(pair if pair.is_bye else Pair(pair.black, pair.white) for pair in pairs)
