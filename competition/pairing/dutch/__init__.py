"""Swiss pairings by the FIDE Dutch system in force since 2026-02-01 (C.04.3).

The virtual points of an acceleration come with the history (``competition.pairing.acceleration``).

Start in `engine.py`.

- The bye: who may have it, `legal.py` (C2); the score of who gets it, `can_be_paired.py` (C5); which of those,
  `criteria.py` (C9).
- Colours: what a player is due, `colour_preferences.py`; how many may miss it, `criteria.py` (C10 to C13); who of a
  pair gets which, `colour_allocation.py`.
"""

from .can_be_paired import NoLegalPairing, way_out
from .check import FORBIDDEN, NOT_TO_MEET, Breach, broken_rules
from .engine import pair

__all__ = ["FORBIDDEN", "NOT_TO_MEET", "Breach", "NoLegalPairing", "broken_rules", "pair", "way_out"]
