"""What may follow the code of a tie-break after a slash (C.07 Art. 14; FIDE's list of tie-break codes for TRF26)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

MODIFIER = re.compile(r"([CM])([1-9])|L([+-]?[1-9][0-9]?)|(F|P)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Modifiers:
    """``low`` and ``high`` values are left out; the limit of Koya moves by ``limit`` half points; ``fore`` takes Fore
    Buchholz for Buchholz; ``forfeits`` lets them count as games between the players."""

    low: int = 0
    high: int = 0
    limit: int = 0
    fore: bool = False
    forfeits: bool = False

    def with_word(self, word: str, allowed: str) -> Modifiers | None:
        """``None`` if the word is none, or is not among the letters that are allowed, or says the same once more."""
        match = MODIFIER.fullmatch(word)
        if not match or word[0] not in allowed or (word[0] in "CM" and self.low) or (word[0] == "L" and self.limit):
            return None
        if word[0] in "CM":
            count = int(match[2])
            return replace(self, low=count, high=count if word[0] == "M" else 0)
        if word[0] == "L":
            return replace(self, limit=int(match[3]))
        return replace(self, fore=self.fore or word == "F", forfeits=self.forfeits or word == "P")

    @property
    def words(self) -> str:
        """The canonical spelling, with its slashes."""
        cut = f"/M{self.low}" if self.high else f"/C{self.low}" if self.low else ""
        limit = f"/L{self.limit:+}" if self.limit else ""
        return cut + limit + "/F" * self.fore + "/P" * self.forfeits
