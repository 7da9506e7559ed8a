"""Tie-breaks made of a player's own results (FIDE C.07, article 7).

In a round robin a win by forfeit counts as a game here, a loss by forfeit does not (article 15.2), and rounds without
an opponent are no games. This site's own tie-breaks are at the end: wins in matches that were played, and the points of
the game in them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from competition.history import WON_CODES, Code, Colour, Result

from .explained_value import Cut, Term, TieBreakValue, total_of
from .results_so_far import VOLUNTARY, ResultsSoFar
from .tie_break_kind import Modifiers

NONE, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
WORTH: dict[Fraction | bool, Fraction] = {
    worth: worth for worth in (NONE, HALF, ONE)
}  # equal to False and True, too, and made once


def points(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return TieBreakValue(table.fraction(table.points[number]), _gains(table, number))


def _gains(table: ResultsSoFar, number: int) -> tuple[Term, ...]:
    return tuple(
        _term(index, result, table.fraction(gained))
        for index, (result, gained) in enumerate(zip(table.results[number], table.gained[number], strict=True), 1)
        if result.code is not Code.RUNNING or gained
    )


def progressive(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    """Add up the running totals after each round; cuts leave out the earliest."""
    terms, total = [], 0
    for index, (result, gained) in enumerate(zip(table.results[number], table.gained[number], strict=True), 1):
        total += gained
        running = _term(index, result, table.fraction(total))
        terms.append(running._replace(cut=Cut.LOW) if index <= modifiers.low else running)
    return total_of(terms)


def wins(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _counted(table, number, lambda result: table.worth[result.code] == table.win)


def games_won(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _counted(table, number, lambda result: result.code in WON_CODES and _is_game(table, result))


def black_games(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _counted(table, number, lambda result: result.colour is Colour.BLACK and _is_game(table, result))


def black_wins(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _counted(
        table,
        number,
        lambda result: result.colour is Colour.BLACK and result.code in WON_CODES and _is_game(table, result),
    )


def elected_rounds(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _counted(
        table, number, lambda result: result.code not in VOLUNTARY and (table.is_swiss or bool(result.opponent))
    )


def standard_points(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    """Give 1 for a result worth more than a draw and ½ for one worth as much, whatever the scoring."""

    def standard(result: Result) -> Fraction:
        worth = table.worth[result.code]
        return ONE if worth > table.draw else HALF if worth == table.draw else NONE

    return _counted(table, number, standard)


def _is_game(table: ResultsSoFar, result: Result) -> bool:
    return result.is_played or (not table.is_swiss and result.code is Code.FORFEIT_WIN)


def _counted(table: ResultsSoFar, number: int, counts: Callable[[Result], Fraction | bool]) -> TieBreakValue:
    return total_of(
        [
            _term(index, result, WORTH[counts(result)])
            for index, result in enumerate(table.results[number], 1)
            if result.code is not Code.RUNNING
        ]
    )


def _term(index: int, result: Result, number: Fraction) -> Term:
    return Term(index, result.code, result.opponent, result.colour, number, number)


# -- our own -------------------------------------------------------------------------------------------------------


def match_points(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return total_of([term._replace(contribution=term.value, against=None) for term in _matches(table, number)])


def match_difference(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return total_of(_matches(table, number))


def game_points(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return total_of([term._replace(contribution=term.value, against=None) for term in _game_points_won(table, number)])


def game_difference(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    """Add up game points won minus those lost, at most ``cap`` a match, so that one rout decides nothing."""
    terms = _game_points_won(table, number)
    if table.cap is not None:
        cap = Fraction(table.cap)
        terms = [term._replace(contribution=max(-cap, min(cap, term.contribution)), limit=cap) for term in terms]
    return total_of(terms)


def _matches(table: ResultsSoFar, number: int) -> list[Term]:
    terms = []
    for index, result in enumerate(table.results[number], 1):
        if result.is_played:
            theirs = table.worth[table.results[result.opponent][index - 1].code]
            terms.append(_difference(index, result, table.fraction(table.worth[result.code]), table.fraction(theirs)))
    return terms


def _game_points_won(table: ResultsSoFar, number: int) -> list[Term]:
    return [
        _difference(index, result, *map(Fraction, result.game_points))
        for index, result in enumerate(table.results[number], 1)
        if result.is_played and result.game_points is not None
    ]


def _difference(index: int, result: Result, own: Fraction, theirs: Fraction) -> Term:
    return Term(index, result.code, result.opponent, result.colour, own, own - theirs, against=theirs)
