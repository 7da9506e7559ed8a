"""Outcomes of a team's match: whether it has won, and what it reached."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext

from competition.history import Code
from matches.gate import rulings
from matches.models import Match, Seat
from tournaments.models import Pairing
from tournaments.rounds.results.at_table import AtTable
from tournaments.rounds.results.verdicts import Given, Ruling
from tournaments.standings.result_words import reached_words


class OfTeam(AtTable):
    """Outcomes of a team's match."""

    def take(
        self, pairing: Pairing, match: Match, seats: Sequence[Seat], played: Sequence[bool], given: Given | None
    ) -> None:
        super().take(pairing, match, seats, played, given)
        pairing.measured = None if pairing.is_annulled else list(match.game.measure(match.loaded_state))
        pairing.white_code = "" if pairing.is_annulled else Code.WIN if seats[0].share else Code.LOSS

    def words(self, pairing: Pairing) -> str:
        return super().words(pairing) if pairing.measured is None else reached_words(pairing)

    def in_short(self, pairing: Pairing) -> str:
        if pairing.measured is None:
            return super().in_short(pairing)
        return gettext("won") if pairing.white_code == Code.WIN else gettext("lost")

    def end(self, match: Match, pairing: Pairing, ruling: Ruling, reason: str) -> None:
        """End the team's match with what it has reached; it has not won."""
        rulings.rule(match, [Fraction(0)] * pairing.size, reason)
