"""Texts and numbers, made to fit into columns."""

from __future__ import annotations

import re
from fractions import Fraction

from .errors import CannotWrite

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]+")


def clean(text: str, width: int | None = None) -> str:
    """Without anything that would break the line, cut to the width."""
    return CONTROLS.sub(" ", text).strip()[:width].rstrip()


def whole(number: int, width: int, what: str) -> str:
    if not 0 <= number < 10**width:
        raise CannotWrite(f"TRF has {width} columns for {what}, too few for {number}.")
    return f"{number:>{width}}"


def points(number: Fraction, what: str) -> str:
    """Four columns, one decimal: 11.5."""
    tenths = number * 10
    if tenths.denominator != 1:
        raise CannotWrite(f"TRF has one decimal for {what}, too few for {float(number):g}.")
    text = f"{float(number):.1f}"
    if len(text) > 4:
        raise CannotWrite(f"TRF has four columns for {what}, too few for {text}.")
    return f"{text:>4}"
