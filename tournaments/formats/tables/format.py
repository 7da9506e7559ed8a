"""Tables as two formats: drawn by the standings, and a round robin of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Code, History, Scoring, System
from competition.pairing.dutch import Breach
from competition.tables.schedule import full_rounds
from competition.tables.sizes import SMALLEST, table_sizes
from engine.game import Game
from i18n.text import noop
from tournaments.drafts.draft import Edit, Slots, ToDraw, away
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.format import Format
from tournaments.formats.words import ByeWords, EntryWords, MeetingsAgain, RoundWords, WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, EventTerms, Pairing, Round
from tournaments.settings.rows import MOST_ROUNDS

from .again import meetings_again
from .draw import broken, by_schedule, by_standings, largest_table, tables_for

MOST_PLAYERS = 30  # of a round robin of tables: the schedule of more takes a worker too long

SWAP_OR_BYE = _("Swap two players between tables, or give one a bye.")


class Tables(ByRounds):
    slug = "tables"
    name = _("tables, drawn by the standings")
    folders = ("tables",)

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

    def faults(self, event: Event) -> Iterator[tuple[str, str]]:
        most = largest_table(event)
        if most >= SMALLEST and not SMALLEST <= event.table_size <= most:
            words = gettext("%(fewest)s to %(most)s players can sit at a table of this game.")
            yield "table_size", words % {"fewest": SMALLEST, "most": most}

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    entry_words = EntryWords(
        before_rounds=_("Before each round you’ll get an email saying who sits at your table."),
        at_the_start=_("An organiser will start the event; you’ll then get an email saying who sits at your table."),
    )
    why_not = WhyNot(correct_a_bye=_("A missed round gives no points here."))
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
    keeps_table_seats = True
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

    def with_bye(self, slots: Slots, player: int, code: Code) -> Slots:
        return away(slots, player)

    def most_in_match(self, event: EventTerms) -> int:
        return max(event.game.seats)

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        return Scoring(Fraction(0), Fraction(0))

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TABLES

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def usual_in_match(self, terms: EventTerms) -> int:
        return terms.table_size


class TablesOfAll(Tables):
    slug = "tables_all"
    name = _("round robin of tables")
    folders = ("tables_all", "tables")
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
