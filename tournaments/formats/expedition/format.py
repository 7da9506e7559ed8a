"""The expedition as a format: teams that are compared, without opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import ClassVar

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Code, Scoring, System
from engine.game import Game
from i18n.text import Text, begun, joined, noop, say, say_many
from tournaments.drafts.draft import Edit, Slots, ToDraw, away
from tournaments.entries.teams import teams_of
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.words import ByeWords, DraftBye, EntryWords, RoundWords, WhyNot
from tournaments.models import Entry, Event, EventTerms, Round
from tournaments.rounds import sealed

from . import seeds, teams

ASKED = noop("Asked to set up round %(round)s.")
TEAMS_ARE_FIXED = _("Teams are fixed when the event begins.")


class Expedition(ByRounds):
    slug = "expedition"
    name = _("expedition")
    folders = ("expedition",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Expedition: in each round, every team plays the same match for itself")
    settings = frozenset(("rounds", "late_until", "break_hours"))
    suits_divisions = False

    def more_facts(self, event: Event) -> Iterable[tuple[str, Text]]:
        yield noop("Teams are compared by"), joined([begun(say(each.name)) for each in event.game.measures()])

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

    round_words = RoundWords(
        drawn_by=_("Each team plays for itself."),
        asked=ASKED,
        asked_around=ASKED,
        drawn=noop("Round %(round)s was set up."),
        failed=noop("Round %(round)s could not be set up: %(why)s"),
        idle=noop("%(name)s misses the round in this draft and can play."),
        unfit=noop("%(faults)s Set the round up again, or change the draft by hand."),
        only=noop("In an expedition you can only let a team miss the round."),
        waits_for_organiser=_("Each round is set up automatically, and waits here until you publish it."),
        not_drawn=_("Not set up yet."),
        draw=_("Set up round"),
        draw_number=_("Set up round %(number)s"),
        draw_by_hand=_("Set up by hand"),
        draw_again=_("Set up again"),
        what_again=_("The whole round, with the current teams. Changes made by hand are lost."),
        publish=_("The matches begin, and we email all players the names of their team-mates."),
        change=TEAMS_ARE_FIXED,
        begin=TEAMS_ARE_FIXED,
        bye=_("Round"),
        choose_bye=_("Choose one of these."),
        plays_after_all=_("The team plays after all"),
        pairings=_("Teams of round %(number)s"),
        nobody=_("No team plays in this round."),
        annulled=_("A team whose match is annulled has missed the round."),
    )
    keeps_table_seats = True
    shows_points = False
    edits: ClassVar = {Edit.BYE: _("Have a team miss the round, or play after all")}
    draft_byes: ClassVar = {
        Code.ZERO_BYE: DraftBye(_("The team misses the round"), noop("Round %(round)s: %(name)s misses the round."))
    }

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        draft = teams.teams_for(about)
        return draft, draft

    def reasons_not_to_publish(self, event: Event, round: Round, slots: Slots) -> list[str]:
        changed = teams.reasons_not_to_publish(event, round.number, slots)
        return super().reasons_not_to_publish(event, round, slots) + changed

    def with_bye(self, slots: Slots, player: int, code: Code) -> Slots:
        return away(slots, player)

    def without_match(self, count: int) -> Text:
        return say_many("%(number)s team without one", "%(number)s teams without one", count)

    def shared_seed(self, event: Event, number: int) -> str:
        return seeds.seed_of(event, number)

    def round_closed(self, round: Round) -> None:
        sealed.unseal(Q(pairing__round=round))

    def most_in_match(self, event: EventTerms) -> int:
        return max(event.game.seats)

    def name_in_list(self, entry: Entry) -> str:
        return entry.team_name

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        return Scoring(Fraction(0), Fraction(0))

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TEAMS

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def usual_in_match(self, terms: EventTerms) -> int:
        return 1
