"""The expedition as a format: teams that are compared, without opponents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Scoring, System
from engine.game import Game
from i18n.text import Text, joined, say, say_many
from tournaments.entries.teams import teams_of
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.words import ByeWords, EntryWords, WhyNot
from tournaments.models import Entry, Event, EventTerms
from tournaments.rounds import expedition as seeds


class Expedition(ByRounds):
    slug = "expedition"
    name = _("expedition")
    folders = ("expedition",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Expedition: in each round, every team plays the same match for itself")
    settings = frozenset(("rounds", "late_until", "break_hours"))
    suits_divisions = False

    def why_not_for(self, game: Game) -> str:
        return "" if game.together else gettext("An expedition is for games in which a team plays without opponents.")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    entry_words = EntryWords(
        competitor=_("Team"),
        before_rounds=_("Before each round you’ll get an email saying who plays with you."),
        at_the_start=_("An organiser will start the event; you’ll then get an email saying who plays with you."),
    )
    why_not = WhyNot(
        keep_apart=_("On an expedition each team plays for itself, so there are no pairs."),
        correct_a_bye=_("A missed round gives no points here."),
    )
    bye_words = ByeWords(
        heading=_("Missed round"),
        label=_("The player"),
        choices=(("Z", _("misses the round")), ("", _("plays after all"))),
    )
    forms_teams = True
    fixes_contributions = True
    counts_for_clubs = True

    def fix_competitors(self, event: Event, entries: Sequence[Entry]) -> list[Entry]:
        """Return captains and players who play alone, and fix what the seeds of all rounds are made of."""
        event.given = seeds.fix_contributions(sorted(entries, key=lambda entry: entry.pk))
        return teams_of(event, entries)

    def start_words(self, event: Event, count: int, missing: int) -> Text:
        teams = say_many("one team", "%(number)s teams", count)
        rounds = say_many("one round", "%(number)s rounds", event.rounds)
        words = say("The event began with %(teams)s and %(rounds)s.", teams=teams, rounds=rounds)
        if not missing:
            return words
        late = say_many("%(number)s player had not checked in.", "%(number)s players had not checked in.", missing)
        return joined([words, late], " ")

    def missed_words(self, name: str, number: int, brings: Text) -> Text:
        return say("%(name)s misses round %(round)s.", name=name, round=number)

    def absence_words(self, number: int, bye: str) -> str:
        return gettext("Misses round %(number)s.") % {"number": number}

    def what_missing_brings(self, event: Event, entry: Entry) -> str:
        if entry.captain_id is not None:
            return gettext("Your team plays a round that you miss without you.")
        if len(entry.members) > 1:
            return gettext("You lead your team: it misses the rounds that you miss.")
        return gettext("A round you miss counts as missed in the standings.")

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        return Scoring(Fraction(0), Fraction(0))

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TEAMS

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
