"""Averages, rounded half up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, lcm

from .explained_value import Mean, Missing, Term, Value


def added(numbers: Iterable[Fraction]) -> Fraction:
    """The same as ``sum``, over one denominator: several times as fast."""
    listed = list(numbers)
    denominator = lcm(*{number.denominator for number in listed})
    return Fraction(sum(number.numerator * (denominator // number.denominator) for number in listed), denominator)


def half_up(number: Fraction, places: int = 0) -> Fraction:
    return Fraction(floor(number * 10**places + Fraction(1, 2)), 10**places)


def mean(terms: Sequence[Term], places: int = 0) -> Value:
    """Of the terms that were not cut."""
    counted = [term.contribution for term in terms if not term.cut]
    if not counted:
        return Value(None, tuple(terms), missing=Missing.NO_GAME)
    total = added(counted)
    return Value(half_up(total / len(counted), places), tuple(terms), Mean(total, len(counted), places))
