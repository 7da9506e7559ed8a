"""Tie-breaks made of the opponents' ratings (C.07 Art. 10): games played alone, a win 1 and a draw ½ whatever the
scoring. They say nothing for anybody if a player has no rating, unless the event sets one for those."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from competition.history import DRAWN, WON, Result

from .explained_value import Cut, Missing, Perfect, Performance, Term, Value
from .fide_rating_tables import difference, expected
from .modifiers import Modifiers
from .results_so_far import Table
from .rounding import added, half_up, mean

UNRATED = Value(None, missing=Missing.UNRATED)
NO_RATING = Value(None, missing=Missing.NO_RATING)
NO_GAME = Value(None, missing=Missing.NO_GAME)
WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
NOTHING_EXPECTED = 800  # below the lowest opponent: what a score of 0 performs


def average(table: Table, number: int, modifiers: Modifiers) -> Value:
    if table.ratings is None:
        return UNRATED
    terms = _terms(table, number, table.ratings)
    by_rating = sorted(range(len(terms)), key=lambda place: terms[place].value)
    cut = dict.fromkeys(by_rating[: modifiers.low], Cut.LOW)
    left = by_rating[modifiers.low :]
    cut |= dict.fromkeys(left[max(0, len(left) - modifiers.high) :], Cut.HIGH)
    return mean([term._replace(cut=cut.get(place)) for place, term in enumerate(terms)])


def performance(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return table.once(("performance", number), lambda: _performance(table, number))


def _performance(table: Table, number: int) -> Value:
    if table.ratings is None:
        return UNRATED
    terms = _terms(table, number, table.ratings)
    if not terms:
        return NO_GAME
    middle = int(half_up(Fraction(sum(int(term.value) for term in terms), len(terms))))
    score = _score(terms)
    share = half_up(score / len(terms), 2)
    lift = difference(int(share * 100))
    return Value(Fraction(middle + lift), terms, Performance(middle, score, len(terms), share, lift))


def perfect(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return table.once(("perfect", number), lambda: _perfect(table, number))


def _perfect(table: Table, number: int) -> Value:
    if table.ratings is None:
        return UNRATED
    terms = _terms(table, number, table.ratings)
    if not terms:
        return NO_GAME
    ratings = [int(term.value) for term in terms]
    score = _score(terms)
    needed = int(score * 100)

    def hundredths(rating: int) -> int:
        return sum(expected(rating - opponent) for opponent in ratings)

    lowest = min(ratings) - NOTHING_EXPECTED
    span = range(lowest, max(ratings) + NOTHING_EXPECTED + 1)
    found = span[bisect_left(span, needed, key=hundredths)] if needed else lowest
    terms = tuple(term._replace(contribution=Fraction(expected(found - int(term.value)), 100)) for term in terms)
    basis = Perfect(score, Fraction(hundredths(found), 100), Fraction(hundredths(found - 1), 100))
    return Value(Fraction(found), terms, basis)


def average_performance(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return _of_opponents(table, number, performance)


def average_perfect(table: Table, number: int, _modifiers: Modifiers) -> Value:
    return _of_opponents(table, number, perfect)


def own_rating(table: Table, number: int, _modifiers: Modifiers) -> Value:
    """What is taken for the rating of a player without one counts for the opponents alone."""
    if table.ratings is None:
        return UNRATED
    return NO_RATING if number in table.without_rating else Value(Fraction(table.ratings[number]))


def _of_opponents(table: Table, number: int, value: Callable[[Table, int, Modifiers], Value]) -> Value:
    if table.ratings is None:
        return UNRATED
    terms = []
    for term in _terms(table, number, table.ratings):
        theirs = value(table, term.opponent, Modifiers()).number
        if theirs is not None:
            terms.append(term._replace(value=theirs, contribution=theirs, is_assumed=False))
    return mean(terms)


def _terms(table: Table, number: int, ratings: Mapping[int, int]) -> tuple[Term, ...]:
    return table.once(("rated games", number), lambda: tuple(_games(table, number, ratings)))


def _games(table: Table, number: int, ratings: Mapping[int, int]) -> Iterator[Term]:
    for index, result in enumerate(table.results[number], 1):
        if result.is_played:
            rating = Fraction(ratings[result.opponent])
            factor = _on_scale_of_one(result)
            is_assumed = result.opponent in table.without_rating
            yield Term(
                index, result.code, result.opponent, result.colour, rating, rating, factor, is_assumed=is_assumed
            )


def _on_scale_of_one(result: Result) -> Fraction:
    return WIN if result.code in WON else DRAW if result.code in DRAWN else LOSS


def _score(terms: tuple[Term, ...]) -> Fraction:
    return added(term.factor or LOSS for term in terms)
