"""The questions that an event asks its format.

Answers that most formats share are given here, those of a kind of formats in ``by_rounds.py``, ``by_plan.py``,
``of_two.py`` and ``of_several.py``; a format gives the others in its own ``format.py``. A format holds no state: it is
asked about an event. `docs/formats.md` says how one is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import PLAYED_CODES, Code, History, Result, Scoring, System
from i18n.choices import said
from i18n.text import Text, listed, say, say_many
from tournaments.locking.refused import TournamentRefused
from tournaments.rounds.drafts.draft import Edit, with_bye
from tournaments.rounds.results.verdicts import Rule, Verdict
from tournaments.standings import cells, explain, result_words, sheet_columns

from .course import Course, boards
from .words import (
    BYES,
    BYES_IN_DRAFT,
    ByeWords,
    DraftBye,
    EntryWords,
    MeetingsAgain,
    OutcomeWords,
    RoundWords,
    StandingsWords,
    WhyNot,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise

    from accounts.models import User
    from competition.pairing.dutch import Breach
    from competition.standings import StandingsRow, TieBreak
    from competition.trf import Document
    from engine.game import Game
    from tournaments.models import DrawnMatch, Entry, Event, EventTerms, Pairing, Round, TableSeat
    from tournaments.rounds.drafts.draft import Slots, ToDraw
    from tournaments.rounds.drafts.forbidden_pairs import Short
    from tournaments.rounds.results.outcomes import Outcomes, UnfinishedMatch
    from tournaments.sheets.sheet import Sheet
    from tournaments.standings.bracket import ShownBracket
    from tournaments.standings.cells import Cell
    from tournaments.standings.progress import Colours
    from tournaments.standings.sheet_columns import Filled
    from tournaments.standings.standings import EventStandings, Played

    from .trf_rounds import PlayedRound


class Parts:
    """The names of a format's templates, those of its own folder first: ``parts["about"]`` for ``{% include %}``."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self._folders = folders

    def __getitem__(self, name: str) -> tuple[str, ...]:
        own = (f"formats/{folder}/{name}.html" for folder in self._folders)
        return (*own, f"formats/{name}.html")


class Ranking(NamedTuple):
    """The rows of the standings with the ``columns`` whose values they have; ``beside`` is for the format alone."""

    columns: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    beside: object = None


class Advance(NamedTuple):
    """The player who advances from a pairing, if that is decided.

    ``how`` says for programs why, and ``why`` for readers where it needs words. ``drawn`` are the matches that the two
    drew before.
    """

    entry: Entry | None = None
    how: str = ""
    why: str = ""
    drawn: Sequence[DrawnMatch] = ()


class Trf(NamedTuple):
    """The kind of a tournament in TRF; ``code`` names the system, for programs that can pair its next round."""

    kind: str
    code: str = ""


class SecondView(NamedTuple):
    """The view of an event beside its standings; ``page`` is the name of its address."""

    page: str
    title: StrPromise


class Format(ABC):
    """A way to run an event.

    ``slug``, of at most 12 characters, is stored with events; ``name`` is what readers call it. Its templates are in
    `templates/formats/<slug>/`; where one is missing, that of a class it derives from is taken (a class that is no
    format names its ``folder``), or else that of `templates/formats/`.
    """

    slug: ClassVar[str]
    name: ClassVar[StrPromise]
    folder: ClassVar[str]

    @property
    def parts(self) -> Parts:
        classes = map(vars, type(self).__mro__)
        return Parts(tuple(found for each in classes if (found := each.get("slug") or each.get("folder"))))

    # -- settings --------------------------------------------------------------------------------------------------

    choice: ClassVar[StrPromise]  # its line among the choices of a form
    settings: ClassVar[frozenset[str]]  # that it has, of those for some formats only (`tournaments/settings/rows.py`)
    usual_tie_breaks: ClassVar[tuple[str, ...]] = ()  # their codes
    meaningless_tie_break: ClassVar[StrPromise] = _("%(name)s has no meaning in this format. Choose another.")
    suits_divisions: ClassVar[bool] = True  # of a season
    is_usual_in_leagues: ClassVar[bool] = False  # one format is
    is_for_playoffs: ClassVar[bool] = False  # one format is
    withdrawal_words: ClassVar[StrOrPromise] = ""  # what leaving a running event brings, if no setting says it
    why_no_playoffs: ClassVar[StrOrPromise] = ""  # after an event, in a sentence; "" if there can be some
    why_not_anew: ClassVar[StrOrPromise] = ""  # why a replacement can't play all matches again; "" if it can

    def why_not_for(self, game: Game) -> str:
        """Return why a game can't be played in this format; "" if it can."""
        return gettext("In this game teams play without opponents: choose the expedition.") if game.together else ""

    def described(self, terms: EventTerms) -> Text:
        """Name the format in a word or two: "double round robin"."""
        return said(self.name)

    def more_facts(self, event: Event) -> Iterable[tuple[str, Text]]:
        """Return facts about an event beside its settings, each with its label, a message."""
        return ()

    def can_seat(self, terms: EventTerms) -> bool:
        """Return whether the game has seats for a match of the size that is set."""
        return True

    def faults(self, event: Event) -> Iterator[tuple[str, str]]:
        """Yield what is wrong with the event's settings for this format alone: the setting, and a sentence."""
        yield from ()

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    entry_words: ClassVar[EntryWords] = EntryWords()
    why_not: ClassVar[WhyNot] = WhyNot()
    bye_words: ClassVar[ByeWords] = ByeWords()
    most_players: ClassVar[int | None] = None  # that can take part
    forms_teams: ClassVar[bool] = False  # teams compete instead of players, under their captains' numbers
    fixes_contributions: ClassVar[bool] = False  # to seeds, at the start: all matches of a round share a seed
    counts_for_clubs: ClassVar[bool] = False  # clubs show how many matches their teams have won and lost, by level
    first_colour: ClassVar[tuple[str, str] | None] = None  # two messages, if it is drawn: it is the ``seat``, it isn't

    def fix_competitors(self, event: Event, entries: Sequence[Entry]) -> list[Entry]:
        """Return those who get a number, of the players present at the start, with the event locked.

        The caller saves what this sets on the event.
        """
        return list(entries)

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        """Return why the event can't begin with that many competitors; ``None`` if it can."""
        return None

    def why_not_seated(self, terms: EventTerms, count: int) -> str:
        """Return why that many players can't be seated at tables; "" if they can, or there are none."""
        return ""

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        """Return how many rounds the event has with that many competitors."""
        return terms.rounds

    def start_words(self, event: Event, count: int, missing: int) -> Text:
        """Say in the log that the event began; ``missing`` players had not checked in."""
        rounds = say_many("one round", "%(number)s rounds", event.rounds)
        if not missing:
            return say("The event began with %(players)s players and %(rounds)s.", players=count, rounds=rounds)
        return say(
            "The event began with %(players)s players and %(rounds)s; %(missing)s had not checked in.",
            players=count,
            rounds=rounds,
            missing=missing,
        )

    def are_numbers_fixed(self, event: Event) -> bool:
        """Return whether numbers can't change any more once they are given."""
        return True

    def accelerate(self, event: Event, order: Sequence[Entry]) -> None:
        """Choose the players who get virtual points, if any."""

    def short_of_opponents(self, event: Event) -> list[Short]:
        """Return players who can't have a new opponent in each round to come because of forbidden pairs."""
        return []

    def missed_words(self, name: str, number: int, brings: Text) -> Text:
        """Say in the log that an organiser lets a player miss a round."""
        return say("%(name)s misses round %(round)s (%(bye)s).", name=name, round=number, bye=brings)

    def absence_words(self, number: int, bye: str) -> str:
        """Say that a player misses a round to come, and for which bye."""
        return gettext(BYES[bye]) % {"number": number}

    def what_missing_brings(self, event: Event, entry: Entry) -> str:
        """Tell a player what missing the next rounds brings."""
        return gettext("A round you miss gives no points.")

    @abstractmethod
    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        """Do what follows for the other players when one leaves a running event, with the event locked.

        ``keeps_place``: a season may seek a replacement first. Raises ``TournamentRefused``.
        """

    @abstractmethod
    def place_not_taken(self, event: Event, entry: Entry) -> None:
        """Settle the matches of a player who left and whom no one replaces, with the event locked.

        Raises ``TournamentRefused``.
        """

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words: ClassVar[RoundWords] = RoundWords()
    draws_ahead: ClassVar[bool] = False  # all rounds are drafted when the event begins
    draws_around_edits: ClassVar[bool] = False  # the rest of a draft can be drawn around what was made by hand
    rounds_may_be_empty: ClassVar[bool] = False  # a round without matches can be published
    forfeits_for_leavers: ClassVar[bool] = False  # players who left lose matches to come; else they aren't paired
    keeps_table_seats: ClassVar[bool] = False  # pairings have a row for each of their players (``TableSeat``)
    shows_points: ClassVar[bool] = True  # beside the players' names, in a round
    edits: ClassVar[Mapping[Edit, StrPromise]] = {  # of a draft, by hand
        Edit.SWAP: _("Swap two players"),
        Edit.PAIR: _("Pair two players, the first with the first colour"),
        Edit.COLOURS: _("Swap the colours of a match"),
        Edit.BYE: _("Give a player a bye"),
    }
    draft_byes: ClassVar[Mapping[Code, DraftBye]] = BYES_IN_DRAFT  # that organisers can give

    def draw_up(self, event: Event, entries: Sequence[Entry], after: int = 0) -> None:
        """Store the rounds that are drafted when the event begins, without the first ``after`` ones."""

    @abstractmethod
    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        """Return the draft of a round around the kept slots, and the draft the rules lead to without them.

        If the format doesn't draw around edits, nothing is kept, and both are the same. Raises ``NoLegalPairing``.
        """

    @abstractmethod
    def may_draw_again(self, event: Event, draft: Round, give_up_pairs_of: Collection[int]) -> bool:
        """Return whether a draft is drawn again when someone comes or goes.

        If so, give up what was made by hand and can't stay, and pairs of these entries.
        """

    def reasons_not_to_publish(self, event: Event, round: Round, slots: Slots) -> list[str]:
        """Return sentences about players whom a draft no longer fits, so that it can't be published."""
        return []

    def breaches(self, event: Event, round: Round, slots: Slots) -> Iterable[Breach]:
        """Return the rules that a draft breaks."""
        return ()

    def meetings_again(
        self, event: Event, round: Round, pairings: Sequence[Pairing], history: History
    ) -> MeetingsAgain:
        """Return which players meet again in these pairings of a round, where that can happen, and why."""
        return MeetingsAgain()

    def with_bye(self, slots: Slots, player: int, code: Code) -> Slots:
        """Give the player that bye in a draft. Raises ``ValueError``."""
        return with_bye(slots, player, code)

    def settle_edit(self, before: Slots, after: Slots) -> Slots:
        """Return an edited draft without what the rules must decide; it is then drawn again around the rest."""
        return after

    def most_open_rounds(self, event: EventTerms) -> int:
        """Return how many rounds may run at once."""
        return 1

    def last_to_begin(self, event: Event, first: int, open_rounds: int) -> int:
        """Return the number of the last round that may begin now; lower than ``first`` if none may."""
        return first + self.most_open_rounds(event) - open_rounds - 1

    def why_no_match_begins(self, event: Event, number: int) -> str:
        """Return why no match of a draft could begin, though rounds before it still run; "" if one could."""
        return ""

    def begins_match_by_match(self, event: EventTerms) -> bool:
        """Return whether each match begins when both players have room for it."""
        return False

    def hold_back(self, event: Event, round: Round) -> bool:
        """Let the matches of a round that was just published wait until they can begin; return whether they do."""
        return False

    def let_begin(self, event: Event) -> set[int]:
        """Let waiting matches begin if they can, with the event locked; return the rounds with matches to make."""
        return set()

    def settle_for_those_away(self, event: Event, round: Round) -> list[Pairing]:
        """Decide the matches of players who left, in a round that is being published; return the pairings decided."""
        return []

    def without_match(self, count: int) -> Text:
        """Say how many players have no match in a round."""
        return say_many("%(number)s player without one", "%(number)s players without one", count)

    def shared_seed(self, event: Event, number: int) -> str | None:
        """Return the seed that all matches of a round have; ``None`` if each has its own, and seats are drawn.

        Such matches are sealed: only their players see them.
        """
        return None

    def round_closed(self, round: Round) -> None:
        """Do what follows when a round is closed."""

    def most_in_match(self, event: EventTerms) -> int:
        """Return the largest number of players in a match."""
        return 2

    def name_in_list(self, entry: Entry) -> str:
        """Return an entry's name in a list to choose from."""
        return f"{entry.number} {entry.shown_name}"

    # -- results ---------------------------------------------------------------------------------------------------

    outcomes: ClassVar[Outcomes]  # how results are taken over from matches, and given by organisers
    outcome_words: ClassVar[OutcomeWords] = OutcomeWords()
    shows_game_points: ClassVar[bool] = True  # beside results
    plays_on_after_draws: ClassVar[bool] = False  # a pairing may have further matches
    verdicts: ClassVar[frozenset[Verdict]]  # that an organiser may give
    fills: ClassVar[Mapping[Rule, StrPromise]] = {  # the rules by which many matches can be decided at once
        Rule.POINTS: _("by points so far"),
        Rule.DRAW: _("all draws"),
        Rule.ANNUL: _("count for neither"),
    }
    byes_explained: ClassVar[Mapping[Code, StrPromise]] = result_words.BYE_EXPLAINED

    def scoring(self, terms: EventTerms) -> Scoring:
        """Return the points for results of matches of two."""
        return Scoring(Fraction(3), Fraction(1)) if terms.points == terms.Points.THREE else Scoring()

    def bye_result(self, code: Code) -> Result:
        """Return the result that a bye counts as."""
        return Result(code)

    @abstractmethod
    def results_of(self, pairing: Pairing, numbers: Mapping[int, int]) -> Mapping[int, Result]:
        """Return what a pairing that is no bye brought, by the entries' ids; ``numbers`` are those of all entries."""

    def extra_points(self, event: Event, history: History, through: int) -> Mapping[tuple[int, int], Fraction]:
        """Return points beside those of the scoring, by round and pairing number."""
        return {}

    def noun(self, code: Code) -> str:
        """Say a result without the opponent: "won", "bye"."""
        return result_words.noun(code)

    @abstractmethod
    def result_line(self, pairing: Pairing) -> Text:
        """Say the result of a pairing in the event's log."""

    def name_of(self, pairing: Pairing) -> str:
        """Name a pairing for its organisers."""
        return pairing.names

    def where(self, pairing: Pairing) -> str:
        """Say at which board or table a pairing is played; "" if that doesn't matter."""
        return ""

    @abstractmethod
    def choices_for(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        """Return the ways in which an organiser can decide a match, with words for each."""

    def choices_among_many(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        """Return the ways to decide a running match that is one of many in a list, with short words for each."""
        return self.choices_for(pairing)

    def verdict_by(self, rule: Rule, match: UnfinishedMatch) -> Verdict | None:
        """Return the verdict that a rule gives for a match that isn't over; ``None`` if that is up to the organiser."""
        return None

    def refuse_verdict(self, event: Event, pairing: Pairing, verdict: Verdict) -> None:
        """Raise ``TournamentRefused`` if an organiser can't decide a match in this way."""
        if verdict not in self.verdicts:
            raise TournamentRefused(gettext("Choose the result."), "verdict")

    def settle_draw(
        self, event: Event, pairing: Pairing, *, may_play: bool = True, by: User | None, through: Entry | None
    ) -> None:
        """Do what follows if the match is drawn, with the event locked.

        ``may_play``: the two may play on. ``through`` is the player who advances because the organiser ``by`` says so.
        """

    def named_to_advance(self, pairing: Pairing) -> Entry | None:
        """Return the player who advances after a draw because an organiser said so, if any."""
        return None

    def advance(self, event: Event, pairing: Pairing) -> Advance:
        """Return who advances from a pairing, in formats in which players advance."""
        return Advance()

    def round_name(self, event: Event, number: int) -> str:
        """Return the name of a round, if it has more than a number."""
        return ""

    def played_with(self, pairing: Pairing, entry: Entry) -> tuple[list[Entry], list[Entry]]:
        """Return the players of the entry's team, itself included, and those it played against.

        A player alone is no team.
        """
        return [], [other for other in pairing.entries if other.pk != entry.pk]

    # -- standings -------------------------------------------------------------------------------------------------

    standings_words: ClassVar[StandingsWords] = StandingsWords()
    system: ClassVar[System] = System.SWISS  # by which tie-breaks are chosen and calculated
    ranks_by_numbers: ClassVar[bool] = True  # else by how far players came (``came_to``)
    spells_columns_out: ClassVar[bool] = False  # else the columns have abbreviations
    crosstable_by_rounds: ClassVar[bool] = True  # else by opponents
    second_view: ClassVar[SecondView] = SecondView("crosstable", _("Crosstable"))
    signs_explained: ClassVar[Mapping[str, StrPromise]] = result_words.SIGN_WORDS
    no_sign: ClassVar[frozenset[str]] = PLAYED_CODES | {Code.RUNNING}  # codes left out of a player's unplayed rounds

    @abstractmethod
    def ranking(self, event: Event, history: History, after: int) -> Ranking:
        """Rank the event's players after round ``after``."""

    def numbers_at_tables(self, event: Event, numbers: Mapping[int, int]) -> Mapping[int, tuple[int, ...]]:
        """Return the pairing numbers of all players at a table, by the pairing's id; ``numbers`` are by entry id."""
        return {}

    def members(self, entry: Entry) -> Sequence[Entry]:
        """Return the members of a team, the captain first; none of a player alone."""
        return entry.members if self.forms_teams else ()

    def members_words(self, entry: Entry) -> str:
        """Name the members of a named team; of a team named after its captain, the others."""
        if not self.forms_teams:
            return ""
        captain, *mates = (each.shown_name for each in entry.members)
        if entry.team:
            return listed([captain, *mates])
        return gettext("with %(names)s") % {"names": listed(mates)} if mates else ""

    def came_to(self, standings: EventStandings, number: int) -> str:
        """Say how far a player came, where that is what counts."""
        return ""

    def note(self, standings: EventStandings) -> str:
        """Return what readers of the standings must know now, if anything."""
        return ""

    def record_words(self, standings: EventStandings) -> tuple[str, str]:
        """Return the heading over what players have played, and its explanation."""
        return str(self.standings_words.record), str(self.standings_words.record_explained)

    def record(self, standings: EventStandings, number: int) -> str:
        """Say what a player has played: won, drawn and lost, as "3–1–0"."""
        return "–".join(map(str, explain.record([result.code for result in standings.results_of(number)])))

    def now(self, standings: EventStandings, number: int, pairing: Played) -> tuple[str, int | None]:
        """Name the opponent in a player's running match, and give the match's id if readers may see it."""
        opponents = (other for other in pairing.pair if other != number)
        return next((standings.names.get(other, "") for other in opponents), ""), pairing.match_id

    def cell(self, standings: EventStandings, number: int, round_number: int, result: Result) -> Cell:
        """Return the cell of the crosstable for a player's round."""
        return cells.cell_of_two(standings, number, round_number, result)

    def bracket(self, event: Event, standings: EventStandings) -> ShownBracket | None:
        """Return the bracket, if there is one. One query."""
        return None

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    why_no_trf: ClassVar[str] = ""  # a message; "" if there are such files
    imports_trf: ClassVar[bool] = False  # a tournament from such a file can continue as an event of this format
    why_no_import: ClassVar[StrOrPromise] = ""  # why an event can't take over such a file and change its format

    def sheet_names(self, standings: EventStandings) -> Sequence[Filled]:
        """Return the columns that say whose row it is, after place and number."""
        return sheet_columns.of_player(standings)

    def sheet_points(self, standings: EventStandings) -> Filled:
        """Return the column of the points, or what takes their place."""
        return sheet_columns.POINTS

    def sheet_result(self, standings: EventStandings) -> Sequence[Filled]:
        """Return the columns of what counts first in the standings."""
        return (self.sheet_points(standings),)

    def sheet_record(self, standings: EventStandings) -> Sequence[Filled]:
        """Return the columns of what a player has played, after the tie-breaks."""
        return sheet_columns.played(standings)

    @abstractmethod
    def pairings_sheet(self, event: Event, colours: Colours, through: int | None = None) -> Sheet:
        """Build the pairings of published rounds, up to round ``through``."""

    def trf(self, event: Event) -> Trf:
        """Return the kind of the event in TRF, if the format has such files."""
        return Trf("Individual")

    @abstractmethod
    def fault_in_archive(self, event: Event, pairing: Pairing, seats: Sequence[TableSeat]) -> str:
        """Return the name of the field at fault in a pairing from an archive, with its seats; "" if there is none."""

    def may_propose_table(self, event: Event, size: int) -> bool:
        """Return whether a draft may propose that many players for one table."""
        return False

    def trf_length(self, event: Event, document: Document) -> tuple[int, int]:
        """Return how many rounds, and in how many cycles, a tournament from a TRF file has.

        Raises ``TournamentRefused`` if the format can't have that many.
        """
        return document.history.rounds, 1

    def refuse_trf(self, history: History, played: Sequence[PlayedRound], cycles: int) -> None:
        """Raise ``TournamentRefused`` if the rounds to come can't follow those played elsewhere."""

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def usual_in_match(self, terms: EventTerms) -> int:
        """Return how many entries usually play in a match."""
        return 2

    def course(self, terms: EventTerms, count: int) -> Course:
        """Return the course of an event with that many players."""
        seats = self.usual_in_match(terms)
        matches = count // 2 if seats == 2 else -(-count // seats)
        has_pause = terms.publishes_itself and "break_hours" in self.settings
        return Course(
            (boards(matches),) * self.rounds_for(terms, count),
            every=self.round_takes(terms),
            pause=timedelta(hours=terms.break_hours) if has_pause else timedelta(),
        )

    def matches_for_one(self, event: Event) -> int:
        """Return how many matches a pairing takes at most."""
        return 1

    @staticmethod
    def round_takes(terms: EventTerms) -> timedelta:
        """Return the time from one round to the next if rounds start on fixed dates, else none."""
        days = terms.round_days if terms.round_start == terms.Start.DATE else None
        return timedelta(days=days or 0)
