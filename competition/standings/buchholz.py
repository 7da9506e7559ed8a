"""Tie-breaks made of opponents' points: Buchholz, Fore Buchholz, Sonneborn-Berger, Koya (C.07 Art. 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from competition.history import Code

from .explained_value import Cut, Term, TieBreakValue, mean, total_of
from .results_so_far import ResultsSoFar
from .tie_break_kind import Modifiers
from .unplayed_rounds import RoundWorth, round_worths, term


def buchholz(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    return _sum(table, number, modifiers, is_product=False, fore=modifiers.fore)


def fore_buchholz(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    return _sum(table, number, modifiers, is_product=False, fore=True)


def sonneborn_berger(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    return _sum(table, number, modifiers, is_product=True, fore=False)


def _sum(table: ResultsSoFar, number: int, modifiers: Modifiers, *, is_product: bool, fore: bool) -> TieBreakValue:
    found = round_worths(table, number, fore)
    cut = _cuts(found, modifiers.low, modifiers.high, is_product)
    total = sum(element.value * (element.gained if is_product else 1) for element in found if element.round not in cut)
    terms = tuple(term(table, element, is_product, cut.get(element.round)) for element in found)
    return TieBreakValue(table.fraction(total, 2 if is_product else 1), terms)


def _cuts(round_worths: Sequence[RoundWorth], low: int, high: int, is_product: bool) -> dict[int, Cut]:
    """Return the elements that the modifiers leave out, by round, each with the reason (Art. 14 and 16.5).

    The lowest go first, then the highest. If the player has voluntarily unplayed rounds, the lowest of these goes
    instead of the least significant element, unless its contribution is lower than that element's.
    """

    def contribution(element: RoundWorth) -> int:
        return element.value * element.gained if is_product else element.value

    def significance(element: RoundWorth) -> tuple[int, int]:
        return element.value, contribution(element)

    left, found = list(round_worths), {}
    for _ in range(min(low, len(left))):
        least, why = min(left, key=significance), Cut.LOW
        voluntary = min((element for element in left if element.is_voluntary), key=significance, default=None)
        if voluntary and voluntary is not least and contribution(voluntary) >= contribution(least):
            least, why = voluntary, Cut.VOLUNTARY
        left.remove(least)
        found[least.round] = why
    for _ in range(min(high, len(left))):
        most = max(left, key=significance)
        left.remove(most)
        found[most.round] = Cut.HIGH
    return found


def average_buchholz(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    """Return the average Buchholz of the opponents met over the board, counting each once for every game."""
    terms = tuple(
        Term(index, result.code, result.opponent, result.colour, total, total)
        for index, result in enumerate(table.results[number], 1)
        if result.is_played
        for total in (_total(table, result.opponent, modifiers.fore),)
    )
    return mean(terms, places=2)


def _total(table: ResultsSoFar, number: int, fore: bool) -> Fraction:
    def make() -> Fraction:
        return table.fraction(sum(element.value for element in round_worths(table, number, fore)))

    return table.once(("buchholz", number, fore), make)


def koya(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    """Return the points against opponents who scored at least half of what they could have.

    Forfeits count here, too; the opponents' points are those of the standings.
    """
    terms = []
    for index, result in enumerate(table.results[number], 1):
        if result.opponent and result.code is not Code.RUNNING:
            limit = _limit(table, result.opponent) + Fraction(modifiers.limit, 2)
            points = table.fraction(table.points[result.opponent])
            gained = table.fraction(table.gained[number][index - 1])
            cut = Cut.LIMIT if points < limit else None
            terms.append(Term(index, result.code, result.opponent, result.colour, points, gained, cut=cut, limit=limit))
    return total_of(terms)


def _limit(table: ResultsSoFar, opponent: int) -> Fraction:
    """Return half of what the opponent could have scored; in a round robin, rounds without a game don't count."""
    return table.scoring.win * _scheduled(table, opponent) / 2


def _scheduled(table: ResultsSoFar, number: int) -> int:
    if table.is_swiss:
        return table.all_rounds
    players = len(table.numbers)
    free = sum(not result.opponent for result in table.results[number])
    return table.all_rounds - max(free, table.all_rounds // players if players % 2 else 0)
