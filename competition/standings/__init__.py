"""The standings and what they are made of: points and tie-breaks (FIDE C.07 in force since 2026-03-01).

Start in `standings.py`. Sums of opponents' points, such as Sonneborn-Berger, are in `buchholz.py`.
"""

from .explained_value import (
    AtTable,
    CapBy,
    Cut,
    Dummy,
    Encounter,
    Mean,
    Member,
    Met,
    Missing,
    Perfect,
    Performance,
    Term,
    Value,
)
from .standings import Row, standings, values
from .tie_break import TieBreak, offered, parse
from .tie_break_kind import BadTieBreak, Kind
from .tie_break_kinds import KINDS

__all__ = [
    "KINDS",
    "AtTable",
    "BadTieBreak",
    "CapBy",
    "Cut",
    "Dummy",
    "Encounter",
    "Kind",
    "Mean",
    "Member",
    "Met",
    "Missing",
    "Perfect",
    "Performance",
    "Row",
    "Term",
    "TieBreak",
    "Value",
    "offered",
    "parse",
    "standings",
    "values",
]
