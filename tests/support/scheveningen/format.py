"""The Scheveningen system as a format: everyone in one half of the field meets everyone in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import ABSENT, Code, Pair, Result
from tournaments.formats.by_plan import ByPlan
from tournaments.formats.of_two import OfTwo
from tournaments.formats.words import RoundWords
from tournaments.locking.refused import TournamentRefused
from tournaments.models import EventTerms
from tournaments.rounds.drafts.draft import Slots, ToDraw
from tournaments.rounds.drafts.store import draft_of

MOST_PLAYERS = 40


class Scheveningen(ByPlan, OfTwo):
    slug = "scheveningen"
    name = _("Scheveningen")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Scheveningen: everyone in the upper half meets everyone in the lower half")
    settings = frozenset(("draws", "rated", "points", "tie_breaks", "seeding"))
    usual_tie_breaks = ("SB", "VPD")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    most_players = MOST_PLAYERS

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        if count <= MOST_PLAYERS:
            return None
        words = gettext("%(count)s players are too many: there can be %(most)s.")
        return TournamentRefused(words % {"count": count, "most": MOST_PLAYERS}, "format", 409)

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        return (count + 1) // 2

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(drawn_by=_("The upper half meets the lower half, by the schedule."))

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        pairs = sorted(pairs_of(sorted(about.ids), about.number), key=lambda pair: pair.is_bye)
        draft = draft_of(pairs, about.history, about.number, about.ids)
        return draft, draft

    # -- results ---------------------------------------------------------------------------------------------------

    byes_explained: ClassVar = {
        **OfTwo.byes_explained,
        Code.PAIRING_BYE: _("With an odd number of players, one in the upper half has no opponent: no points."),
    }

    def bye_result(self, code: Code) -> Result:
        return ABSENT if code is Code.PAIRING_BYE else super().bye_result(code)


def pairs_of(numbers: Sequence[int], round_number: int) -> Iterator[Pair]:
    """Yield the pairs of a round: in odd ones the upper half has the first colour, in even ones the lower half.

    If there is one player more in the upper half, one of them has a bye.
    """
    half = (len(numbers) + 1) // 2
    upper, lower = numbers[:half], [*numbers[half:], 0][:half]
    for place, player in enumerate(upper):
        opponent = lower[(place + round_number - 1) % half]
        is_first = round_number % 2 == 1 or not opponent
        yield Pair(player, opponent) if is_first else Pair(opponent, player)
