"""Tables as two formats: drawn by the standings, and a round robin of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competition.history import Code, History, Result, System
from competition.pairing.dutch import Breach
from competition.tables.schedule import full_rounds
from competition.tables.sizes import LARGEST_TABLE, SMALLEST, table_sizes
from engine.game import Game
from i18n.text import Text, noop, say
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.format import Format, Ranking
from tournaments.formats.of_several import OfSeveral
from tournaments.formats.words import (
    ByeWords,
    EntryWords,
    MeetingsAgain,
    RoundWords,
    StandingsWords,
)
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, EventTerms, Pairing, Round, TableSeat
from tournaments.rounds.drafts.draft import Edit, Slots, ToDraw
from tournaments.rounds.results.at_table import AtTable
from tournaments.rounds.results.verdicts import AT_TABLES, Rule, Verdict
from tournaments.settings.rows import MOST_ROUNDS
from tournaments.sheets.sheet import Sheet
from tournaments.standings import result_words
from tournaments.standings.cells import Cell
from tournaments.standings.progress import Colours
from tournaments.standings.sheet_columns import Filled
from tournaments.standings.standings import EventStandings, Played
from tournaments.standings.tie_breaks import BY_TABLE_POINTS, tie_breaks_of

from . import sheets
from .again import meetings_again
from .cells import cell_at_table
from .draw import broken, by_schedule, by_standings, largest_table, tables_for
from .standings import numbers_at_tables, places_of, points_of_rounds, results_at_table, table_rows

if TYPE_CHECKING:
    from tournaments.rounds.results.outcomes import UnfinishedMatch

MOST_PLAYERS = 30  # of a round robin of tables: the schedule of more takes a worker too long
SWAP_OR_BYE = _("Swap two players between tables, or give one a bye.")


class Tables(ByRounds, OfSeveral):
    slug = "tables"
    name = _("tables, drawn by the standings")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Tables of three to five: in each round you sit with players of about your score")
    settings = frozenset(
        (
            *("draws", "rated", "rounds", "table_size", "table_points", "tie_breaks", "seeding", "late_until"),
            *("break_hours", "withdraws_no_shows", "shows_forbidden", "replacements", "replace_days"),
        )
    )
    why_not_anew = _("At tables a replacement can only take over. Choose that, or nobody.")
    usual_tie_breaks = ("TPS", "TWN", "TOP")

    meaningless_tie_break = _("%(name)s has no meaning at tables. Choose another.")

    def why_not_for(self, game: Game) -> str:
        if max(game.seats) < SMALLEST:
            return gettext("This game is for two players: choose another pairing system.")
        return super().why_not_for(game)

    def can_seat(self, terms: EventTerms) -> bool:
        return SMALLEST <= terms.table_size <= largest_table(terms)

    def faults(self, event: Event) -> Iterator[tuple[str, str]]:
        if not self.why_not_for(event.game) and not self.can_seat(event):
            words = gettext("%(fewest)s to %(most)s players can sit at a table of this game.")
            yield "table_size", words % {"fewest": SMALLEST, "most": largest_table(event)}

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    entry_words = EntryWords(
        before_rounds=_("Before each round you’ll get an email saying who sits at your table."),
        at_the_start=_("An organiser will start the event; you’ll then get an email saying who sits at your table."),
    )
    bye_words = ByeWords(choices=(("Z", _("nothing")), ("", _("no bye: they play after all"))))

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        words = self.why_not_seated(terms, count)
        return TournamentRefused(words, "format", 409) if words else None

    def why_not_seated(self, terms: EventTerms, count: int) -> str:
        largest = largest_table(terms)
        try:
            table_sizes(count, min(terms.table_size, largest), largest)
        except ValueError:
            words = gettext("%(count)s players can’t be seated at tables of 3 to %(largest)s.")
            return words % {"count": count, "largest": largest}
        return ""

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(
        drawn_by=_("Drawn by the standings: as few as possible meet again."),
        publish=_("The matches begin, and we email all players the names of those at their table."),
        change=SWAP_OR_BYE,
        begin=SWAP_OR_BYE,
        only=noop("At tables you can swap two players, or give a player a bye."),
        bye=_("Bye"),
        choose_bye=_("Choose one of these."),
        annulled=_("An annulled match counts for nobody."),
    )
    draws_around_edits = True
    edits: ClassVar = {edit: Format.edits[edit] for edit in (Edit.SWAP, Edit.BYE)}
    draft_byes: ClassVar = {
        Code.ZERO_BYE: Format.draft_byes[Code.ZERO_BYE]._replace(name=_("The player misses the round"))
    }
    seating = staticmethod(by_standings)
    is_scheduled = False

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        return tables_for(about.event, about.history, about.number, about.kept, about.ids, self.seating)

    def breaches(self, event: Event, round: Round, slots: Slots) -> Iterable[Breach]:
        return broken(event, round.number, slots)

    def meetings_again(
        self, event: Event, round: Round, pairings: Sequence[Pairing], history: History
    ) -> MeetingsAgain:
        return meetings_again(event, round, pairings, history, is_scheduled=self.is_scheduled)

    # -- results ---------------------------------------------------------------------------------------------------

    outcomes = AtTable()
    verdicts = AT_TABLES

    def results_of(self, pairing: Pairing, numbers: Mapping[int, int]) -> Mapping[int, Result]:
        return results_at_table(pairing, numbers)

    def extra_points(self, event: Event, history: History, through: int) -> Mapping[tuple[int, int], Fraction]:
        return points_of_rounds(history, event, through)

    def result_line(self, pairing: Pairing) -> Text:
        facts = {"round": pairing.round.number, "board": pairing.board}
        if pairing.is_annulled:
            return say("Round %(round)s, table %(board)s: %(names)s annulled.", **facts, names=pairing.names)
        return say("Round %(round)s, table %(board)s: %(places)s.", **facts, places=result_words.places_words(pairing))

    def where(self, pairing: Pairing) -> str:
        return result_words.table_words(pairing.board)

    def choices_for(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        forfeit = (Verdict.FORFEIT, gettext("A player forfeits, and the others play on"))
        return [
            (Verdict.PLACES, gettext("The places below")),
            *([forfeit] if pairing.runs else []),
            (Verdict.ANNULLED, gettext("Annulled: it counts for nobody")),
        ]

    def choices_among_many(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        return [
            (Verdict.BY_POINTS, gettext("Places by the points so far")),
            (Verdict.DRAW, gettext("All share first place")),
            (Verdict.ANNULLED, gettext("It counts for nobody")),
        ]

    def verdict_by(self, rule: Rule, match: UnfinishedMatch) -> Verdict | None:
        return {Rule.ANNUL: Verdict.ANNULLED, Rule.DRAW: Verdict.DRAW, Rule.POINTS: Verdict.BY_POINTS}[rule]

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TABLES

    standings_words = StandingsWords(
        record=_("Places"),
        record_explained=_(
            "The player’s places at the tables, round by round. Players who share a place share its points; a player "
            "who gives up before playing a turn gets none."
        ),
        now=pgettext_lazy("where somebody plays", "Now"),
        met=_("At the table with"),
        crosstable=_("For each round: the number of the table, a colon, and the player’s place there."),
        crosstable_on_paper=_(
            "For each round: the table and the place there. − gave up before the first turn; Z: absent, no points; "
            "× is annulled; … is still running."
        ),
    )

    def ranking(self, event: Event, history: History, after: int) -> Ranking:
        columns = (BY_TABLE_POINTS, *tie_breaks_of(event))
        return Ranking(columns, table_rows(history, columns, event, after))

    def numbers_at_tables(self, event: Event, numbers: Mapping[int, int]) -> Mapping[int, tuple[int, ...]]:
        return numbers_at_tables(event, numbers)

    def record(self, standings: EventStandings, number: int) -> str:
        """Say at which places a player was: "1, 3, 2"."""
        return ", ".join(map(str, places_of(standings, number)))

    def now(self, standings: EventStandings, number: int, pairing: Played) -> tuple[str, int | None]:
        return result_words.table_words(pairing.board), pairing.match_id

    def cell(self, standings: EventStandings, number: int, round_number: int, result: Result) -> Cell:
        """Return a cell with the number of a table, and the player's place there."""
        pairing = standings.pairing_of.get((round_number, number))
        if pairing is None:
            return super().cell(standings, number, round_number, result)
        return cell_at_table(standings, number, result, pairing)

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    why_no_import = _(
        "A TRF file has matches of two players, but this event is played at tables. Import it into a new event."
    )

    def sheet_record(self, standings: EventStandings) -> Sequence[Filled]:
        return sheets.played(standings)

    def pairings_sheet(self, event: Event, colours: Colours, through: int | None = None) -> Sheet:
        return sheets.tables_sheet(event, through)

    def fault_in_archive(self, event: Event, pairing: Pairing, seats: Sequence[TableSeat]) -> str:
        if pairing.white is pairing.black:
            return "black"
        sit = [seat.entry for seat in seats]
        is_whole = SMALLEST <= len(seats) <= LARGEST_TABLE and sit[0] is pairing.white and sit[1] is pairing.black
        return "" if (is_whole if pairing.black else not seats) else "seats"

    def may_propose_table(self, event: Event, size: int) -> bool:
        return SMALLEST <= size <= LARGEST_TABLE

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def usual_in_match(self, terms: EventTerms) -> int:
        return terms.table_size


class TablesOfAll(Tables):
    slug = "tables_all"
    name = _("round robin of tables")
    choice = _("Round robin of tables: everyone meets everyone, as evenly as possible")
    settings = Tables.settings - {"rounds"}

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    def why_not_seated(self, terms: EventTerms, count: int) -> str:
        words = super().why_not_seated(terms, count)
        if words or count <= MOST_PLAYERS:
            return words
        words = gettext("%(count)s players are too many for a round robin of tables: it can have %(most)s.")
        return words % {"count": count, "most": MOST_PLAYERS}

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        return min(MOST_ROUNDS, full_rounds(count, terms.table_size))

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = Tables.round_words._replace(
        drawn_by=_("Seated so that everyone meets everyone as evenly as possible.")
    )
    seating = staticmethod(by_schedule)
    is_scheduled = True
