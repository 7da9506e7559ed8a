"""Swiss pairings by the FIDE Dutch system in force since 2026-02-01 (C.04.3).

The virtual points of an acceleration come with the history (``competition.pairing.acceleration``).

Start in `engine.py`.

- The bye: `legal.py` says which players may have it (C2), `can_be_paired.py` on which score it is given (C5), and
  `criteria.py` which of the players on that score gets it (C9).
- Colours: `colour_preferences.py` says which one a player is due, `criteria.py` keeps the number of players who miss it
  low (C10 to C13), and `colour_allocation.py` gives each player of a pair a colour.
"""

from .can_be_paired import NoLegalPairing, way_out
from .check import FORBIDDEN, NOT_TO_MEET, Breach, broken_rules
from .engine import pair

__all__ = ["FORBIDDEN", "NOT_TO_MEET", "Breach", "NoLegalPairing", "broken_rules", "pair", "way_out"]
