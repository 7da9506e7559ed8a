"""Swiss pairing measured against py4swiss (the 2017 rules, with matching in C++): the fifth round of nine.

Both pair the same made-up tournaments, read beforehand without being timed, one after the other, so that a machine that
slows down slows both; the median of the ratios counts. The last line shows with which power of the number of players
our time grows, from the smallest size to the largest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

from competition.history import Code, Colour, History, Pair, Player, Result
from competition.pairing.dutch import broken_rules, pair
from competition.trf import Document, Edition, write_trf

ROUNDS: Final = 9
PAIRED: Final = 4
TOURNAMENTS: Final = 3
LIMITS: Final = {200: 0.65, 500: 0.3, 1_000: 0.18}
GROWTH: Final = 2.2


class Times(NamedTuple):
    """Seconds of processor time for one tournament."""

    theirs: float
    ours: float


def main() -> None:
    """Pair all sizes and print both times, their ratios and the growth."""
    print(
        f"\n{f'pairing round {PAIRED + 1} of {ROUNDS}':24}{'py4swiss':>12}{'Fortify':>12}{'ratio':>10}{'at most':>10}"
    )
    ours: dict[int, float] = {}
    for size, limit in LIMITS.items():
        times = [measure(made_up(size, Random(seed))) for seed in range(TOURNAMENTS)]
        ours[size] = median(each.ours for each in times)
        theirs, ratio = median(each.theirs for each in times), median(each.ours / each.theirs for each in times)
        print(f"{size:>5,} players{'':11}{theirs:>10.2f} s{ours[size]:>10.3f} s{ratio:>10.3f}{limit:>10}", flush=True)
    few, many = min(ours), max(ours)
    print(f"{'growth':46}n^{log(ours[many] / ours[few]) / log(many / few):.2f}{f'n^{GROWTH}':>12}")


def measure(history: History) -> Times:
    document = for_py4swiss(history)
    theirs = timed(lambda: DutchEngine.generate_pairings(document))
    pairs: list[Pair] = []
    ours = timed(lambda: pairs.extend(pair(history)))
    if broken := broken_rules(history, pairs):
        raise SystemExit(f"A made-up round was paired against the rules: {broken[0].text}")
    return Times(theirs, ours)


def timed(job: Callable[[], object]) -> float:
    """Return the job's seconds of processor time: other work on the machine does not count."""
    begun = time.process_time()
    job()
    return time.process_time() - begun


def for_py4swiss(history: History) -> ParsedTrf:
    with TemporaryDirectory() as folder:
        file = Path(folder, "history.trf")
        file.write_text(write_trf(Document(history), Edition.TRF16, "\n"), encoding="utf-8")
        return TrfParser.parse(file)


def made_up(size: int, random: Random) -> History:
    """Return a tournament after ``PAIRED`` rounds, with byes requested for the next one."""
    history = History(tuple(Player(number) for number in range(1, size + 1)), ROUNDS, initial_colour=Colour.WHITE)
    for _ in range(PAIRED):
        history = with_results(with_byes(history, random), random)
    return with_byes(history, random)


def with_byes(history: History, random: Random) -> History:
    """Add byes: one player in fifty misses the round, with half a point or none."""
    away = (player.number for player in history.players if random.random() < 0.02)
    return with_more(history, {number: Result(random.choice((Code.HALF_BYE, Code.ZERO_BYE))) for number in away})


def with_results(history: History, random: Random) -> History:
    """Pair the round and add results: lower numbers win more often, and some games are not played."""
    size = len(history.players)
    return with_more(history, dict(result for each in pair(history) for result in _played(each, size, random)))


def with_more(history: History, results: Mapping[int, Result]) -> History:
    """Add one more result for each of these players."""
    players = tuple(
        replace(player, results=(*player.results, results[player.number])) if player.number in results else player
        for player in history.players
    )
    return replace(history, players=players)


def _played(each: Pair, size: int, random: Random) -> Iterator[tuple[int, Result]]:
    if each.is_bye:
        yield each.white, Result(Code.PAIRING_BYE)
        return
    white, black = _codes((each.black - each.white) / size, random)
    yield each.white, Result(white, each.black, Colour.WHITE)
    yield each.black, Result(black, each.white, Colour.BLACK)


def _codes(lead: float, random: Random) -> tuple[Code, Code]:
    if random.random() < 0.02:
        return Code.FORFEIT_WIN, Code.FORFEIT_LOSS
    if random.random() < 0.3:
        return Code.DRAW, Code.DRAW
    return (Code.WIN, Code.LOSS) if random.random() < 0.5 + 0.4 * lead else (Code.LOSS, Code.WIN)


if __name__ == "__main__":
    main()
