"""The round robin as a format: a schedule drawn up at the start."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import System
from competition.pairing import berger
from i18n.text import Text, say
from tournaments.formats.format import Format
from tournaments.formats.words import WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms
from tournaments.rounds import round_robin_schedule
from tournaments.seasons.replacements import vacancies

from . import leaver


class RoundRobin(Format):
    slug = "round_robin"
    name = _("round robin")
    folders = ("round_robin",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Round robin: everyone meets everyone")
    settings = frozenset(
        (
            *("draws", "rated", "cycles", "at_once", "points", "tie_breaks", "most_difference", "seeding"),
            *("withdraws_no_shows", "leaver", "computer_byes", "replacements", "replace_days"),
        )
    )
    usual_tie_breaks = ("DE", "SB", "KS", "VPD")

    def described(self, terms: EventTerms) -> Text:
        return say("double round robin") if terms.cycles == 2 else say("round robin")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    why_not = WhyNot(
        enter_late=_("The round robin has begun: it takes no more entries."),
        miss_a_round=_("In a round robin everyone meets everyone, so you can’t miss a round."),
        come_back=_("Players who leave a round robin can’t come back: all their matches are decided."),
        keep_apart=_("In a round robin everyone meets everyone. Annul a match that must not be played."),
        correct_a_bye=_("In a round robin a round without an opponent gives no points."),
    )

    most_players = 60

    def why_not_begin(self, event: Event, count: int) -> TournamentRefused | None:
        if count <= self.most_players:
            return None
        words = gettext("%(count)s players are too many: a round robin can have %(most)s. Make it a Swiss.")
        return TournamentRefused(words % {"count": count, "most": self.most_players}, "format", 409)

    def rounds_for(self, event: Event, count: int) -> int:
        return len(berger.schedule(range(1, count + 1), event.cycles))

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        if not (keeps_place and vacancies.open_vacancy(event, entry)):
            leaver.settle_matches(event, entry)

    def place_not_taken(self, event: Event, entry: Entry) -> None:
        leaver.settle_matches(event, entry)

    # -- rounds ----------------------------------------------------------------------------------------------------

    def draw_up(self, event: Event, entries: Sequence[Entry], after: int = 0) -> None:
        round_robin_schedule.draw_up(event, entries, after)

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.ROUND_ROBIN

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
