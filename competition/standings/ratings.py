"""Tie-breaks made of the opponents' ratings (FIDE C.07, article 10).

Only games played over the board count, a win as 1 and a draw as ½ whatever the scoring. If any player has no rating, no
one gets a number, unless the event sets a rating for such players.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from competition.history import DRAWN_CODES, WON_CODES, Result

from .explained_value import Cut, Missing, Perfect, Performance, Term, TieBreakValue, added, half_up, mean
from .results_so_far import ResultsSoFar
from .tie_break_kind import Modifiers

_UNRATED = TieBreakValue(None, missing=Missing.UNRATED)
NO_RATING = TieBreakValue(None, missing=Missing.NO_RATING)
NO_GAME = TieBreakValue(None, missing=Missing.NO_GAME)
WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
NOTHING_EXPECTED = 800  # the performance of a score of 0 lies this far below the lowest opponent

# FIDE's tables between shares of points and differences of ratings (B.02, 8.1).
# How far a share of .50, .51, … 1.00 lifts a performance above the average of the opponents.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

# The smallest differences at which .51, .52, … 1.00 is expected.
_LIMITS = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip


def average(table: ResultsSoFar, number: int, modifiers: Modifiers) -> TieBreakValue:
    if table.ratings is None:
        return _UNRATED
    terms = _terms(table, number, table.ratings)
    by_rating = sorted(range(len(terms)), key=lambda place: terms[place].value)
    cut = dict.fromkeys(by_rating[: modifiers.low], Cut.LOW)
    left = by_rating[modifiers.low :]
    cut |= dict.fromkeys(left[max(0, len(left) - modifiers.high) :], Cut.HIGH)
    return mean([term._replace(cut=cut.get(place)) for place, term in enumerate(terms)])


def performance(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return table.once(("performance", number), lambda: _of_games(table, number, _performance))


def _performance(terms: tuple[Term, ...]) -> TieBreakValue:
    middle = int(half_up(Fraction(sum(int(term.value) for term in terms), len(terms))))
    score = _score(terms)
    share = half_up(score / len(terms), 2)
    lift = difference(int(share * 100))
    return TieBreakValue(Fraction(middle + lift), terms, Performance(middle, score, len(terms), share, lift))


def perfect(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return table.once(("perfect", number), lambda: _of_games(table, number, _perfect))


def _perfect(terms: tuple[Term, ...]) -> TieBreakValue:
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
    return TieBreakValue(Fraction(found), terms, basis)


def average_performance(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _of_opponents(table, number, performance)


def average_perfect(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    return _of_opponents(table, number, perfect)


def own_rating(table: ResultsSoFar, number: int, _modifiers: Modifiers) -> TieBreakValue:
    """Return the player's own rating. A rating assumed for players without one counts only for their opponents."""
    if table.ratings is None:
        return _UNRATED
    return NO_RATING if number in table.without_rating else TieBreakValue(Fraction(table.ratings[number]))


def _of_games(table: ResultsSoFar, number: int, value: Callable[[tuple[Term, ...]], TieBreakValue]) -> TieBreakValue:
    """Return the value of the player's rated games, if there are any and all players have a rating."""
    if table.ratings is None:
        return _UNRATED
    terms = _terms(table, number, table.ratings)
    return value(terms) if terms else NO_GAME


def _of_opponents(
    table: ResultsSoFar, number: int, value: Callable[[ResultsSoFar, int, Modifiers], TieBreakValue]
) -> TieBreakValue:
    if table.ratings is None:
        return _UNRATED
    terms = []
    for term in _terms(table, number, table.ratings):
        theirs = value(table, term.opponent, Modifiers()).number
        if theirs is not None:
            terms.append(term._replace(value=theirs, contribution=theirs, is_assumed=False))
    return mean(terms)


def _terms(table: ResultsSoFar, number: int, ratings: Mapping[int, int]) -> tuple[Term, ...]:
    return table.once(("rated games", number), lambda: tuple(_games(table, number, ratings)))


def _games(table: ResultsSoFar, number: int, ratings: Mapping[int, int]) -> Iterator[Term]:
    for index, result in enumerate(table.results[number], 1):
        if result.is_played:
            rating = Fraction(ratings[result.opponent])
            factor = _on_scale_of_one(result)
            is_assumed = result.opponent in table.without_rating
            yield Term(
                index, result.code, result.opponent, result.colour, rating, rating, factor, is_assumed=is_assumed
            )


def _on_scale_of_one(result: Result) -> Fraction:
    return WIN if result.code in WON_CODES else DRAW if result.code in DRAWN_CODES else LOSS


def _score(terms: tuple[Term, ...]) -> Fraction:
    return added(term.factor or LOSS for term in terms)


def difference(hundredths: int) -> int:
    """Return the rating difference for a share of points in hundredths, 0 to 100."""
    return DIFFERENCES[hundredths - 50] if hundredths >= 50 else -DIFFERENCES[50 - hundredths]


def expected(rating_difference: int) -> int:
    """Return the score expected of a player rated this much above the opponent, in hundredths."""
    hundredths = 50 + bisect_right(_LIMITS, abs(rating_difference))
    return hundredths if rating_difference >= 0 else 100 - hundredths
