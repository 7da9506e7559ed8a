"""Tie-breaks of our own: what was won in the matches that were played, and in their volleys."""

from __future__ import annotations

from fractions import Fraction

from .explained_value import Term, Value
from .modifiers import Modifiers
from .results_so_far import Table
from .rounding import added


def match_points(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return _sum([term._replace(contribution=term.value, against=None) for term in _matches(table, number)])


def match_difference(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return _sum(_matches(table, number))


def volley_points(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return _sum([term._replace(contribution=term.value, against=None) for term in _volleys(table, number)])


def volley_difference(table: Table, number: int, _modifiers: Modifiers) -> Value:
    """At most ``cap`` a match, to either side, so that one rout decides nothing."""
    terms = _volleys(table, number)
    if table.cap is not None:
        cap = Fraction(table.cap)
        terms = [term._replace(contribution=max(-cap, min(cap, term.contribution)), limit=cap) for term in terms]
    return _sum(terms)


def _matches(table: Table, number: int) -> list[Term]:
    terms = []
    for index, result in enumerate(table.results[number], 1):
        if result.is_played:
            own = table.worth[result.code]
            theirs = table.worth[table.results[result.opponent][index - 1].code]
            terms.append(
                Term(
                    index,
                    result.code,
                    result.opponent,
                    result.colour,
                    table.fraction(own),
                    table.fraction(own - theirs),
                    against=table.fraction(theirs),
                )
            )
    return terms


def _volleys(table: Table, number: int) -> list[Term]:
    return [
        Term(
            index, result.code, result.opponent, result.colour, Fraction(own), Fraction(own - theirs),
            against=Fraction(theirs),
        )
        for index, result in enumerate(table.results[number], 1)
        if result.is_played and result.volley_points is not None
        for own, theirs in (result.volley_points,)
    ]  # fmt: skip


def _sum(terms: list[Term]) -> Value:
    return Value(added(term.contribution for term in terms), tuple(terms))
