"""Swiss pairings by the FIDE Dutch system in force since 2026-02-01 (C.04.3).

The virtual points of an acceleration come with the history (``competition.pairing.acceleration``).

Start in `engine.py`.
"""

from .can_be_paired import NoLegalPairing, way_out
from .check import FORBIDDEN, NOT_TO_MEET, Breach, broken_rules
from .engine import pair

__all__ = ["FORBIDDEN", "NOT_TO_MEET", "Breach", "NoLegalPairing", "broken_rules", "pair", "way_out"]
