"""What every pairing system answers with."""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """Two pairing numbers. White stands for the first colour of the game; ``black`` 0 is a bye for ``white``, who then
    has no opponent and no colour."""

    white: int
    black: int

    @property
    def is_bye(self) -> bool:
        return self.black == 0

    def other(self, number: int) -> int:
        """The opponent of ``number``, 0 for none."""
        return self.black if number == self.white else self.white
