"""The standings of an event: its entries in order, with all that makes up their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.db.models import Count, Q
from django.utils.translation import get_language

from competition.history import Code, History, Player, Result
from competition.standings import StandingsRow, TieBreak
from tournaments.locking.kept import Version, VersionedCache, results_kept, version_of
from tournaments.models import Entry, Event, Pairing, Round, with_members

from .history import history_of

if TYPE_CHECKING:
    from tournaments.formats.format import Format

_standings: VersionedCache[EventStandings] = VersionedCache(size=200)
Ranks = list[tuple[int, int]]
"""Ranks with the ids of entries, the best first."""


@dataclass(frozen=True)
class Played:
    """A published pairing.

    ``pair`` are the pairing numbers, 0 for no one, or all of a table, whose number is ``board``. ``waits``: it begins
    when both have room for one more match.
    """

    round: int
    board: int
    pair: tuple[int, ...]
    match_id: int | None
    is_annulled: bool
    settled_by_hand: bool
    waits: bool


@dataclass(frozen=True)
class EventStandings:
    """The standings after round ``after`` of ``last`` published ones.

    ``rows`` have the values of ``columns`` in their order, the points first. ``entries`` are by pairing number.
    ``rounds`` are all, drafts too, each with how many ``matches`` it has and how many of those are ``decided``;
    ``open_rounds`` are those in which a match still runs. ``beside`` is what the event's format worked out with the
    rows, and alone reads.
    """

    history: History
    columns: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    entries: Mapping[int, Entry]
    pairings: tuple[Played, ...]
    rounds: tuple[Round, ...]
    after: int
    last: int
    open_rounds: frozenset[int]
    rules: Format
    beside: object = None

    @cached_property
    def players(self) -> Mapping[int, Player]:
        return {player.number: player for player in self.history.players}

    @property
    def names(self) -> Mapping[int, str]:
        """The players' names by pairing number; for deleted accounts, "former player" in the reader's language."""
        language = get_language() or ""
        if language not in self._names:
            self._names[language] = {number: entry.team_name for number, entry in self.entries.items()}
        return self._names[language]

    @cached_property
    def _names(self) -> dict[str, Mapping[int, str]]:
        return {}

    @cached_property
    def row_of(self) -> Mapping[int, StandingsRow]:
        return {row.number: row for row in self.rows}

    @cached_property
    def place_in_rows(self) -> Mapping[int, int]:
        """The number of rows above each player's, by pairing number, whatever the ranks."""
        return {row.number: index for index, row in enumerate(self.rows)}

    @cached_property
    def pairing_of(self) -> Mapping[tuple[int, int], Played]:
        """The pairings by round and pairing number, without byes."""
        return {
            (pairing.round, number): pairing
            for pairing in self.pairings
            for number in pairing.pair
            if all(pairing.pair)
        }

    def number_of(self, player_id: int) -> int | None:
        """Return the pairing number of a player, or of their team."""
        for number, entry in self.entries.items():
            players = self.rules.members(entry) or [entry]
            if any(each.player_id == player_id for each in players):
                return number
        return None

    def results_of(self, number: int) -> tuple[Result, ...]:
        """Return a player's results in these rounds, by pairing number."""
        return self.players[number].results[: self.after]

    @property
    def annulled(self) -> list[Played]:
        return [pairing for pairing in self.pairings if pairing.is_annulled and pairing.round <= self.after]

    @property
    def is_open(self) -> bool:
        """True if a match of these rounds still runs."""
        return any(number <= self.after for number in self.open_rounds)


def standings_of(event: Event, after: int | None = None, *, version: Version | None = None) -> EventStandings:
    """Work out the standings after the last published round, or an earlier one.

    They are kept until the event changes.
    """
    found = version or version_of(event)
    if after is not None:  # any larger number asks for the same, so it has the same key
        after = min(after, event.rounds)
    return _standings.get((event.pk, after), found, lambda: _work_out(event, after))


def ranks_of(event: Event) -> Ranks:
    standings = standings_of(event)
    return [(row.rank, standings.entries[row.number].pk) for row in standings.rows]


def final_ranks(events: Sequence[Event]) -> dict[int, Ranks]:
    """Return the final ranks of finished events, by the events' ids. One query for those that are kept."""
    return results_kept("ranks", events, lambda new: {event.pk: ranks_of(event) for event in new})


def _work_out(event: Event, after: int | None) -> EventStandings:
    history = history_of(event)
    last = history.paired_rounds
    shown = last if after is None else min(after, last)
    entries = _entries(event)
    ranking = event.rules.ranking(event, history, shown)
    return EventStandings(
        history=history,
        columns=ranking.columns,
        rows=ranking.rows,
        entries=entries,
        pairings=tuple(_pairings(event, entries)),
        rounds=_rounds(event),
        after=shown,
        last=last,
        open_rounds=_open_rounds(history),
        rules=event.rules,
        beside=ranking.beside,
    )


def _rounds(event: Event) -> tuple[Round, ...]:
    matches = Q(pairings__black__isnull=False)
    decided = matches & Q(pairings__decided_at__isnull=False)
    rounds = event.round_set.annotate(
        matches=Count("pairings", filter=matches), decided=Count("pairings", filter=decided)
    )
    return tuple(rounds.order_by("number"))


def _entries(event: Event) -> dict[int, Entry]:
    entries = event.entries.filter(number__isnull=False).select_related("player").order_by("number")
    if event.rules.forms_teams:
        entries = with_members(entries)
    return {entry.number: entry for entry in entries if entry.number is not None}


def _pairings(event: Event, entries: Mapping[int, Entry]) -> list[Played]:
    numbers = {entry.pk: number for number, entry in entries.items()}
    fields = ("pk", "round__number", "board", "white_id", "black_id")
    facts = ("match_id", "is_annulled", "settled_by_hand", "waits")
    found = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    at_tables = event.rules.numbers_at_tables(event, numbers)
    return [
        Played(number, board, at_tables.get(pk) or _pair(numbers, white, black), *told)
        for pk, number, board, white, black, *told in found.order_by("round__number", "board").values_list(
            *fields, *facts
        )
    ]


def _pair(numbers: Mapping[int, int], white: int, black: int | None) -> tuple[int, ...]:
    """Return the pairing numbers of a pairing; a team without opponents is there once."""
    own = (numbers.get(white, 0),)
    return own if white == black else (*own, numbers.get(black or 0, 0))


def _open_rounds(history: History) -> frozenset[int]:
    return frozenset(
        index
        for player in history.players
        for index, result in enumerate(player.results, 1)
        if result.code is Code.RUNNING
    )
