"""Direct encounter: players level so far, ranked by their games among each other (FIDE C.07, article 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from itertools import groupby

from competition.history import Code, Result

from .explained_value import Encounter, Member, Met, TieBreakValue
from .results_so_far import FORFEITS, ResultsSoFar
from .tie_break_kind import Modifiers

Games = Mapping[int, Mapping[int, Sequence[Met]]]  # by player and opponent


def encounters(table: ResultsSoFar, groups: Iterable[Sequence[int]], modifiers: Modifiers) -> dict[int, TieBreakValue]:
    """Return every player's place in their group of level players, counted from 1.

    It is 0 for a whole group if no one in it stands apart.
    """
    found = {}
    for group in groups:
        for member in _members(table, group, modifiers):
            found[member[0]] = member[1]
    return found


def _members(table: ResultsSoFar, group: Sequence[int], modifiers: Modifiers) -> list[tuple[int, TieBreakValue]]:
    if len(group) == 1:
        return [(group[0], TieBreakValue(Fraction(0)))]
    games = _games(table, group, modifiers)
    ordered = order(group, games, table.scoring.win)
    places = _places(ordered) if len(ordered) > 1 else dict.fromkeys(group, 0)
    inside = frozenset(group)
    members = tuple(
        Member(
            number,
            points := _points(games, number, inside),
            missing := _open(games, number, inside),
            points + table.scoring.win * missing,
            places[number],
            tuple(met for mets in games[number].values() for met in mets),
        )
        for number in sorted(group, key=lambda number: (places[number], number))
    )
    encounter = Encounter(members)
    return [(member.number, TieBreakValue(Fraction(member.place), basis=encounter)) for member in members]


def _games(table: ResultsSoFar, group: Sequence[int], modifiers: Modifiers) -> Games:
    inside = set(group)
    games: dict[int, dict[int, list[Met]]] = {number: {} for number in group}
    for number in group:
        for index, result in enumerate(table.results[number], 1):
            if result.opponent in inside and _counts(table, result, modifiers):
                points = table.fraction(table.gained[number][index - 1])
                games[number].setdefault(result.opponent, []).append(Met(index, result.opponent, points, result.colour))
    return games


def _counts(table: ResultsSoFar, result: Result, modifiers: Modifiers) -> bool:
    """Return whether a result counts as a game: forfeits do if all pairs are fixed beforehand, or the event says so."""
    if result.code in FORFEITS:
        return modifiers.forfeits or not table.is_swiss
    return result.is_played and result.code is not Code.RUNNING


def order(group: Sequence[int], games: Games, win: Fraction) -> list[list[int]]:
    """Rank a group from the top; players who stay level share a list."""
    ordered: list[list[int]] = []
    rest = list(group)
    while len(rest) > 1:
        inside = frozenset(rest)
        points = {number: _points(games, number, inside) for number in rest}
        rest.sort(key=lambda number: points[number], reverse=True)
        most = {number: points[number] + win * _open(games, number, inside) for number in rest}
        if most == points:
            return ordered + _complete(rest, points, games, win)
        placed = _certain(rest, points, most)
        if not placed:
            break
        ordered += [[number] for number in rest[:placed]]
        rest = rest[placed:]
    return [*ordered, rest]


def _complete(ranked: list[int], points: Mapping[int, Fraction], games: Games, win: Fraction) -> list[list[int]]:
    """Compare the players who are still level among themselves, once all have met (article 6.2)."""
    levels = [list(level) for _, level in groupby(ranked, key=points.__getitem__)]
    return [ranked] if len(levels) == 1 else [part for level in levels for part in order(level, games, win)]


def _certain(ranked: list[int], points: Mapping[int, Fraction], most: Mapping[int, Fraction]) -> int:
    """Count the players whose place is certain, whatever the missing games would bring (article 6.3)."""
    placed = 0
    while placed < len(ranked) - 1 and points[ranked[placed]] > max(most[other] for other in ranked[placed + 1 :]):
        placed += 1
    return placed


def _points(games: Games, number: int, inside: Set[int]) -> Fraction:
    """Return a player's points against the others of the group.

    Several games with one opponent count as their average (article 6.1.2).
    """
    found = (mets for opponent, mets in games[number].items() if opponent in inside)
    return sum((sum((met.points for met in mets), Fraction(0)) / len(mets) for mets in found), Fraction(0))


def _open(games: Games, number: int, inside: Set[int]) -> int:
    return len(inside) - 1 - sum(opponent in inside for opponent in games[number])


def _places(ordered: list[list[int]]) -> dict[int, int]:
    places: dict[int, int] = {}
    place = 1
    for level in ordered:
        places |= dict.fromkeys(level, place)
        place += len(level)
    return places
