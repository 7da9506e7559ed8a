"""The worth of each round in tie-breaks that look at opponents' points (FIDE C.07, articles 8, 9, 15 and 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.history import Code, Colour, Result

from .explained_value import CapBy, Cut, Dummy, Term
from .results_so_far import FORFEITS, REQUESTED, VOLUNTARY, ResultsSoFar


class RoundWorth(NamedTuple):
    """One round of a player, in units; ``own`` and ``cap`` are set only for a dummy opponent.

    ``value`` is the opponent's (or the dummy's) points, ``gained`` the player's points in the round.
    """

    round: int
    result: Result
    value: int
    gained: int
    is_voluntary: bool
    own: int | None = None
    cap: int | None = None


class Scores(NamedTuple):
    """The points of each player: ``own`` as awarded, ``adjusted`` as opponents see them.

    With ``fore``, the last round counts as drawn for all who were paired in it.
    """

    own: Mapping[int, int]
    adjusted: Mapping[int, int]
    fore: bool


def scores(table: ResultsSoFar, fore: bool = False) -> Scores:
    return table.once(("scores", fore), lambda: _scores(table, fore))


def _scores(table: ResultsSoFar, fore: bool) -> Scores:
    own, adjusted = {}, {}
    for number in table.numbers:
        gained = _gained(table, number, fore)
        own[number] = sum(gained)
        adjusted[number] = own[number] + _byes_at_end(table, number, fore)
    return Scores(own, adjusted, fore)


def _gained(table: ResultsSoFar, number: int, fore: bool) -> Sequence[int]:
    gained = table.gained[number]
    return (*gained[:-1], table.draw) if fore and is_fore(table, number, table.rounds) else gained


def is_fore(table: ResultsSoFar, number: int, round_number: int) -> bool:
    """Return whether Fore Buchholz takes the given round as drawn: a paired last round (article 8.3)."""
    return 0 < round_number == table.rounds and bool(table.results[number][round_number - 1].opponent)


def _byes_at_end(table: ResultsSoFar, number: int, fore: bool) -> int:
    """Return the points that a player has in addition when counted as an opponent.

    Requested byes count as draws if nothing but voluntarily unplayed rounds comes after them (article 16.3.2).
    """
    if not table.is_swiss:
        return 0
    more = 0
    for round_number in range(table.rounds, 0, -1):
        code = table.results[number][round_number - 1].code
        if code not in VOLUNTARY or (fore and is_fore(table, number, round_number)):
            break
        more += table.draw - table.worth[code] if code in REQUESTED else 0
    return more


def round_worths(table: ResultsSoFar, number: int, fore: bool = False) -> tuple[RoundWorth, ...]:
    """Return the worth of each round for a player.

    In a Swiss, unplayed rounds count as played against a dummy; in a round robin only rounds with an opponent count
    (article 15.2). A game without a result gives nothing.
    """
    return table.once(("elements", number, fore), lambda: _elements(table, number, fore))


def _elements(table: ResultsSoFar, number: int, fore: bool) -> tuple[RoundWorth, ...]:
    found = scores(table, fore)
    gained = _gained(table, number, fore)
    return tuple(
        _element(table, found, number, index, result, gained[index - 1])
        for index, result in enumerate(table.results[number], 1)
        if _counts(table, number, index, result, fore)
    )


def _counts(table: ResultsSoFar, number: int, index: int, result: Result, fore: bool) -> bool:
    if result.code is Code.RUNNING:
        return fore and is_fore(table, number, index)
    return table.is_swiss or bool(result.opponent)


def _element(table: ResultsSoFar, found: Scores, number: int, index: int, result: Result, gained: int) -> RoundWorth:
    is_game = result.is_played or not table.is_swiss or (found.fore and is_fore(table, number, index))
    if is_game:
        return RoundWorth(index, result, found.adjusted[result.opponent], gained, is_voluntary=False)
    own = found.own[number]
    cap = found.adjusted[result.opponent] if result.code in FORFEITS else table.draw * table.all_rounds
    return RoundWorth(index, result, min(own, cap), gained, result.code in VOLUNTARY, own, cap)


def term(table: ResultsSoFar, element: RoundWorth, is_product: bool, cut: Cut | None) -> Term:
    result = element.result
    value = table.fraction(element.value)
    dummy = points = None
    if element.own is not None and element.cap is not None:
        by = CapBy.OPPONENT if result.code in FORFEITS else CapBy.DRAWS
        dummy = Dummy(table.fraction(element.own), table.fraction(element.cap), by)
    elif table.points[result.opponent] != element.value:
        points = table.fraction(table.points[result.opponent])
    colour: Colour | None = result.colour
    return Term(
        element.round,
        result.code,
        result.opponent,
        colour,
        value,
        table.fraction(element.value * element.gained, 2) if is_product else value,
        table.fraction(element.gained) if is_product else None,
        cut,
        dummy,
        points,
    )
