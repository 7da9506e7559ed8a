"""The expedition as a format: teams that are compared, without opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from django.db.models import Q
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competition.history import Code, History, Result, System
from competition.tables.sizes import LARGEST_TABLE
from engine.game import Game
from i18n.text import Text, begun, joined, noop, say, say_many
from tournaments.entries.teams import teams_of
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.format import Ranking
from tournaments.formats.of_several import OfSeveral
from tournaments.formats.words import ByeWords, DraftBye, EntryWords, RoundWords, StandingsWords
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms, Pairing, Round, TableSeat
from tournaments.rounds import sealed
from tournaments.rounds.drafts.draft import Edit, Slots, ToDraw
from tournaments.rounds.results.verdicts import OF_TEAMS, Rule, Verdict
from tournaments.sheets.sheet import Sheet
from tournaments.standings import explain, result_words
from tournaments.standings.cells import Cell
from tournaments.standings.progress import Colours
from tournaments.standings.sheet_columns import Filled
from tournaments.standings.standings import EventStandings, Played

from . import seeds, sheets, teams
from .outcomes import OfTeam
from .standings import columns_of, is_measured, result_of, team_rows

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.rounds.results.outcomes import UnfinishedMatch

ASKED = noop("Asked to set up round %(round)s.")
TEAMS_ARE_FIXED = _("Teams are fixed when the event begins.")


class Expedition(ByRounds, OfSeveral):
    slug = "expedition"
    name = _("expedition")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Expedition: in each round, every team plays the same match for itself")
    settings = frozenset(("rounds", "late_until", "break_hours"))
    suits_divisions = False
    why_no_playoffs = _("The teams of an expedition don’t play each other, so there are no playoffs.")

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
    why_not = OfSeveral.why_not._replace(
        keep_apart=_("On an expedition each team plays for itself, so there are no pairs.")
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
        boards=_("Teams"),
        pairings=_("Teams of round %(number)s"),
        nobody=_("No team plays in this round."),
        annulled=_("A team whose match is annulled has missed the round."),
    )
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

    def without_match(self, count: int) -> Text:
        return say_many("%(number)s team without one", "%(number)s teams without one", count)

    def shared_seed(self, event: Event, number: int) -> str:
        return seeds.seed_of(event, number)

    def round_closed(self, round: Round) -> None:
        sealed.unseal(Q(pairing__round=round))

    def name_in_list(self, entry: Entry) -> str:
        return entry.team_name

    # -- results ---------------------------------------------------------------------------------------------------

    outcome_words = OfSeveral.outcome_words._replace(
        annulled=_("counts as missed"),
        if_corrected=_("The standings change at once."),
        if_many_ended=_("The matches you adjudicate end as they are, and their players get an email."),
        by_hand=_("changed by an organiser"),
    )
    shows_game_points = False
    outcomes = OfTeam()
    verdicts = OF_TEAMS
    fills: ClassVar[Mapping[Rule, StrPromise]] = {Rule.POINTS: _("all stopped"), Rule.ANNUL: _("all annulled")}
    byes_explained: ClassVar[Mapping[Code, StrPromise]] = {}

    def results_of(self, pairing: Pairing, numbers: Mapping[int, int]) -> Mapping[int, Result]:
        return {pairing.white_id: result_of(pairing)}

    def noun(self, code: Code) -> str:
        return result_words.noun_of_team(code)

    def result_line(self, pairing: Pairing) -> Text:
        number, team = pairing.round.number, pairing.white.team_name
        if pairing.is_annulled:
            return say("Round %(round)s, %(team)s: annulled.", round=number, team=team)
        reached = result_words.reached_words(pairing)
        return say("Round %(round)s, %(team)s: %(reached)s.", round=number, team=team, reached=reached)

    def name_of(self, pairing: Pairing) -> str:
        return pairing.white.team_name

    def choices_for(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        stopped, annulled = self.choices_among_many(pairing)
        forfeit = (Verdict.FORFEIT, gettext("A player forfeits, and the others play on"))
        return [stopped, forfeit, annulled] if pairing.runs else [annulled]

    def choices_among_many(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        return [
            (Verdict.BY_POINTS, gettext("Stopped: it counts as lost, with what the team has reached")),
            (Verdict.ANNULLED, gettext("Annulled: the team has missed the round")),
        ]

    def verdict_by(self, rule: Rule, match: UnfinishedMatch) -> Verdict | None:
        return {Rule.ANNUL: Verdict.ANNULLED, Rule.POINTS: Verdict.BY_POINTS}.get(rule)

    def refuse_verdict(self, event: Event, pairing: Pairing, verdict: Verdict) -> None:
        super().refuse_verdict(event, pairing, verdict)
        if verdict is Verdict.BY_POINTS and pairing.decided_at:
            raise TournamentRefused(gettext("Choose the result."), "verdict")

    def played_with(self, pairing: Pairing, entry: Entry) -> tuple[list[Entry], list[Entry]]:
        return list(dict.fromkeys(pairing.entries)), []

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TEAMS

    standings_words = StandingsWords(
        own=_("your team"),
        record_explained=_("Matches won and lost."),
        now=pgettext_lazy("where somebody plays", "Now"),
        met=_("Players"),
        crosstable=_("For each round: %(what)s."),
        crosstable_on_paper=_("For each round: %(what)s; Z: missed; … is still running."),
    )
    spells_columns_out = True
    signs_explained = result_words.SIGN_WORDS | {"Z": _("round missed")}

    def ranking(self, event: Event, history: History, after: int) -> Ranking:
        return Ranking(columns_of(event.game), team_rows(history, event.game, after))

    def note(self, standings: EventStandings) -> str:
        if not standings.is_open:
            return ""
        return gettext("A match under way counts as missed until it ends, so no team is ahead because it is slow.")

    def record_words(self, standings: EventStandings) -> tuple[str, str]:
        if not standings.is_open:
            return super().record_words(standings)
        return pgettext("matches", "Ended"), gettext("How many matches the team has ended.")

    def record(self, standings: EventStandings, number: int) -> str:
        """Say how many matches a team has ended, while any runs: "1 of 2"; else those won and lost: "1–2"."""
        results = standings.results_of(number)
        if standings.is_open:
            ended = sum(bool(result.measured) for result in results)
            return gettext("%(ended)s of %(rounds)s") % {"ended": ended, "rounds": standings.after}
        won, _drawn, lost = explain.record([result.code for result in results])
        return f"{won}–{lost}"

    def now(self, standings: EventStandings, number: int, pairing: Played) -> tuple[str, int | None]:
        return gettext("under way"), None

    def cell(self, standings: EventStandings, number: int, round_number: int, result: Result) -> Cell:
        """Return a cell with what counts most; a round's page links to the match, once it may be seen."""
        pairing = standings.pairing_of.get((round_number, number))
        measured, names = result.measured, [column.name for column in standings.columns]
        return Cell(
            sign=str(measured[0]) if measured else result_words.sign(Code(result.code)),
            said=result_words.measured_words(names, measured) if measured else self.noun(Code(result.code)),
            is_annulled=pairing is not None and pairing.is_annulled,
        )

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    why_no_import = _(
        "A TRF file has matches of two players, but on an expedition teams play alone. Import it into a new event."
    )

    def sheet_names(self, standings: EventStandings) -> Sequence[Filled]:
        return sheets.names(standings)

    def sheet_points(self, standings: EventStandings) -> Filled:
        return sheets.first_measure(standings)

    def sheet_result(self, standings: EventStandings) -> Sequence[Filled]:
        return (sheets.members(standings), self.sheet_points(standings))

    def sheet_record(self, standings: EventStandings) -> Sequence[Filled]:
        return sheets.played(standings)

    def pairings_sheet(self, event: Event, colours: Colours, through: int | None = None) -> Sheet:
        return sheets.matches_sheet(event, through)

    def fault_in_archive(self, event: Event, pairing: Pairing, seats: Sequence[TableSeat]) -> str:
        if pairing.black is not None and pairing.white is not pairing.black:
            return "black"
        if not is_measured(pairing, event.game):
            return "measured"
        is_whole = 1 <= len(seats) <= max(event.game.seats) and seats[0].entry is pairing.white
        return "" if (is_whole if pairing.black else not seats) else "seats"

    def may_propose_table(self, event: Event, size: int) -> bool:
        return 1 <= size <= LARGEST_TABLE

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def usual_in_match(self, terms: EventTerms) -> int:
        return 1
