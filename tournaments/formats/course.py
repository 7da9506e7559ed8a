"""The course of an event that is planned: which matches run at the same time, and how long that takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.divisions.simulate_schedule import NOW, Length, match_by_match, round_by_round
from competition.pairing.match_slots import Two


def boards(matches: int) -> tuple[Two, ...]:
    """Return that many matches, whoever plays them."""
    return tuple((2 * board, 2 * board + 1) for board in range(matches))


@dataclass(frozen=True, slots=True)
class Course:
    """The matches of each round, and how they follow each other.

    All matches of a round begin together: at most ``most`` rounds (0: any number) run at the same time, each begins at
    least ``every`` after the one before, and ``pause`` after the end of the one it waited for. Or it is
    ``by_matches``: each match begins when both players have room, and ``most`` is how many a player has at the same
    time. In a second of two ``cycles`` players meet again.
    """

    rounds: tuple[tuple[Two, ...], ...]
    most: int = 1
    every: timedelta = NOW
    pause: timedelta = NOW
    by_matches: bool = False
    cycles: int = 1

    @property
    def matches(self) -> int:
        return sum(map(len, self.rounds))

    def takes(self, length: Length) -> timedelta:
        """Return the time until the last match ends, if ``length`` gives the length of each match."""
        if self.by_matches:
            return match_by_match([pair for round in self.rounds for pair in round], self.most, length, self.cycles)
        return round_by_round([len(each) for each in self.rounds], self.most, length, self.every, self.pause)

    @property
    def words(self) -> str:
        """Say which matches or rounds run at the same time, without a full stop."""
        if not self.most:
            return _("All matches of a player run at the same time")
        if self.by_matches:
            words = ngettext(
                "A player has at most %(number)s match at once and gets the next when both players are free",
                "A player has at most %(number)s matches at once and gets the next when both players are free",
                self.most,
            )
            return words % {"number": self.most}
        if self.most > 1:
            return _("At most %(number)s rounds run at the same time") % {"number": self.most}
        count = len(self.rounds)
        words = ngettext("There is %(number)s round", "There are %(number)s rounds, one after another", count)
        return words % {"number": count}
