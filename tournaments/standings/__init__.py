"""Who stands where, and why: points and tie-breaks (FIDE C.07 in force since 2026-03-01), with all they are made of."""

from .kind import BadTieBreak, Kind
from .kinds import KINDS
from .standings import Row, standings, values
from .tie_break import TieBreak, offered, parse
from .value import (
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

__all__ = [
    "KINDS",
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
