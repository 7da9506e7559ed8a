"""The standings of teams that play the same match without opponents: the sums of what each team reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, NamedTuple

from .field import P

_MOST = 10**9

Measured = Sequence[int]
"""The amounts a team reached in one round, in the order of the measures; the first that differs decides."""


class Measure(NamedTuple):
    """A number by which teams are compared. ``fewer``: less is better. ``missed`` counts for a round not played."""

    fewer: bool = False
    missed: int = 0


class TeamsTerm(NamedTuple):
    """The amount that one round contributed."""

    round: int
    amount: int


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount with its terms, one for each round."""

    terms: tuple[TeamsTerm, ...]

    @property
    def total(self) -> int:
        return sum(term.amount for term in self.terms)


@dataclass(frozen=True, slots=True)
class TeamsRow(Generic[P]):
    """A row of the standings, with ``sums`` in the order of the measures.

    ``decided_by`` is the index of the measure that puts the team below the one above it, ``None`` for the first team
    and where both share the rank.
    """

    rank: int
    team: P
    sums: tuple[Sum, ...]
    decided_by: int | None


def standings_of_teams(
    teams: Sequence[P], rounds: Sequence[Mapping[P, Measured]], measures: Sequence[Measure]
) -> tuple[TeamsRow[P], ...]:
    """Rank the teams; level teams share a rank and stay in the order of ``teams``.

    ``rounds`` has what each team reached in each round. A team missing there has not played the round, or not finished
    it yet, which counts the same: so a team has only what is certain, and no team gains by being slow.
    """
    sums = {team: tuple(_sum(team, rounds, place, measure) for place, measure in enumerate(measures)) for team in teams}

    def standing(team: P) -> tuple[int, ...]:
        return _order([each.total for each in sums[team]], measures)

    rows: list[TeamsRow[P]] = []
    above: tuple[int, ...] = ()
    for own, level in groupby(sorted(teams, key=standing), key=standing):
        rank = len(rows) + 1
        first = next((place for place, pair in enumerate(zip(above, own, strict=False)) if pair[0] != pair[1]), None)
        rows += [TeamsRow(rank, team, sums[team], None if index else first) for index, team in enumerate(level)]
        above = own
    return tuple(rows)


def rank_key(measured: Measured, measures: Sequence[Measure]) -> str:
    """Write the amounts of one round as a text that sorts as that round's standings do, the best first.

    Level teams have the same text. Raises ``ValueError`` for numbers beyond a thousand million.
    """
    order = _order(measured, measures)
    if any(abs(value) > _MOST for value in order):
        raise ValueError(f"{list(measured)} can't be written as a key")
    return "".join(f"{_MOST + value:010d}" for value in order)


def _order(measured: Measured, measures: Sequence[Measure]) -> tuple[int, ...]:
    """Return the amounts so that less is always better."""
    return tuple(number if measure.fewer else -number for number, measure in zip(measured, measures, strict=True))


def _sum(team: P, rounds: Sequence[Mapping[P, Measured]], place: int, measure: Measure) -> Sum:
    return Sum(
        tuple(
            TeamsTerm(number, measured[team][place] if team in measured else measure.missed)
            for number, measured in enumerate(rounds, 1)
        )
    )
