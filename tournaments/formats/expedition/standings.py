"""The standings of an expedition: what each team reached in its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from competition.history import ABSENT, Code, History, Result, System
from competition.standings import StandingsRow, Term, TieBreak, TieBreakValue
from competition.standings.tie_break_kind import TieBreakKind
from competition.tables import teams
from engine.game import Game
from engine.values import Measure
from tournaments.models import Pairing

TEAMS = frozenset((System.TEAMS,))


def result_of(pairing: Pairing) -> Result:
    """Return what a round brought a team."""
    if pairing.is_annulled:
        return ABSENT
    if not pairing.decided_at:
        return Result(Code.RUNNING)
    return Result(Code(pairing.white_code or Code.RUNNING), measured=tuple(pairing.measured or ()))


def is_measured(pairing: Pairing, game: Game) -> bool:
    """Return whether what a team reached, if it is known, has a number for each of the game's measures."""
    reached = pairing.measured
    if reached is None:
        return True
    is_list = isinstance(reached, list) and all(type(each) is int for each in reached)
    return is_list and len(reached) == len(game.measures())


def columns_of(game: Game) -> tuple[TieBreak, ...]:
    """Return what teams are compared by; the first takes the place of points."""
    return tuple(TieBreak(_kind(measure)) for measure in game.measures())


def _kind(measure: Measure) -> TieBreakKind:
    return TieBreakKind(
        measure.code,
        measure.name,
        measure.explained,
        "",
        None,
        offered=TEAMS,
        refused=frozenset(System) - TEAMS,
        higher_is_better=not measure.fewer,
    )


def team_rows(history: History, game: Game, after: int) -> tuple[StandingsRow, ...]:
    """Return the rows of teams after round ``after``."""
    results = {player.number: player.results[:after] for player in history.players}
    rounds = [
        {number: own[place].measured for number, own in results.items() if own[place].measured}
        for place in range(after)
    ]
    measures = [teams.Measure(each.fewer, each.missed) for each in game.measures()]
    codes = [each.code for each in game.measures()]
    return tuple(
        StandingsRow(
            row.rank,
            row.team,
            Fraction(row.sums[0].total),
            tuple(_value(each, results[row.team]) for each in row.sums),
            "" if row.decided_by is None else codes[row.decided_by],
        )
        for row in teams.standings_of_teams(list(results), rounds, measures)
    )


def _value(added: teams.Sum, results: Sequence[Result]) -> TieBreakValue:
    terms = (
        Term(term.round, results[term.round - 1].code, 0, None, Fraction(term.amount), Fraction(term.amount))
        for term in added.terms
    )
    return TieBreakValue(Fraction(added.total), tuple(terms))
