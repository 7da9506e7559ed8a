"""The standings and their parts: points and tie-breaks (FIDE C.07 in force since 2026-03-01).

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
    TieBreakValue,
)
from .standings import StandingsRow, standings, values
from .tie_break import TieBreak, offered, parse_tie_break
from .tie_break_kind import BadTieBreak, TieBreakKind
from .tie_break_kinds import TIE_BREAK_KINDS

__all__ = [
    "TIE_BREAK_KINDS",
    "AtTable",
    "BadTieBreak",
    "CapBy",
    "Cut",
    "Dummy",
    "Encounter",
    "Mean",
    "Member",
    "Met",
    "Missing",
    "Perfect",
    "Performance",
    "StandingsRow",
    "Term",
    "TieBreak",
    "TieBreakKind",
    "TieBreakValue",
    "offered",
    "parse_tie_break",
    "standings",
    "values",
]
