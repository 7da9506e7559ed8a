"""Writing records that name players by number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from competition.history import Forbidden

from .document import PlannedBye
from .fields import ACCELERATION, FORBIDDEN_PAIRS, PLANNED_BYES, POINTS_BY_DECISION, VIRTUAL_POINTS, FieldValue

ByRound = Mapping[tuple[int, int], Fraction]


def _by_number(players: Iterable[int]) -> list[dict[str, FieldValue]]:
    return [{"player": player} for player in sorted(players)]


def records_240(byes: Sequence[PlannedBye]) -> Iterator[str]:
    """Write the byes, a record for each round and kind."""

    def kind(bye: PlannedBye) -> tuple[int, str]:
        return bye.round, bye.code.value

    for (round_number, letter), group in groupby(sorted(byes, key=kind), key=kind):
        yield PLANNED_BYES.written({"code": letter, "round": round_number}, _by_number(bye.player for bye in group))


def records_250(virtual_points: ByRound) -> Iterator[str]:
    """Write virtual points in as few records as possible.

    Players with consecutive numbers and equal points share one, and so do consecutive rounds.
    """
    spans: dict[tuple[int, int, Fraction], list[list[int]]] = defaultdict(list)
    for round_number, runs in sorted(_runs_by_round(virtual_points).items()):
        for run in runs:
            rounds = spans[run]
            if rounds and rounds[-1][1] == round_number - 1:
                rounds[-1][1] = round_number
            else:
                rounds.append([round_number, round_number])
    records = sorted((first, last, *run) for run, rounds in spans.items() for first, last in rounds)
    for first, last, lowest, highest, virtual in records:
        yield ACCELERATION.written(
            {
                "points": virtual,
                "first_round": first,
                "last_round": last,
                "first_player": lowest,
                "last_player": highest,
            }
        )


def _runs_by_round(virtual_points: ByRound) -> dict[int, list[tuple[int, int, Fraction]]]:
    """Return the runs of players with consecutive numbers and equal points, by round: first, last, points."""
    runs: dict[int, list[tuple[int, int, Fraction]]] = defaultdict(list)
    for (round_number, player), virtual in sorted(virtual_points.items()):
        if not virtual:
            continue
        known = runs[round_number]
        if known and known[-1][1:] == (player - 1, virtual):
            known[-1] = (known[-1][0], player, virtual)
        else:
            known.append((player, player, virtual))
    return runs


def records_xxa(virtual_points: ByRound) -> Iterator[str]:
    """Write a record for each player, with the points of every round up to the last that has any."""
    by_player: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for (round_number, player), virtual in virtual_points.items():
        by_player[player][round_number] = virtual
    for player, rounds in sorted(by_player.items()):
        points = [rounds.get(number, Fraction(0)) for number in range(1, max(rounds) + 1)]
        yield VIRTUAL_POINTS.written({"player": player}, [{"points": each} for each in points])


def record_260(forbidden: Forbidden) -> str:
    """Write a group of players who must not meet."""
    return FORBIDDEN_PAIRS.written(
        {"first_round": forbidden.first_round, "last_round": forbidden.last_round}, _by_number(forbidden.players)
    )


def records_xxp(forbidden: Iterable[Forbidden], coming: int) -> Iterator[str]:
    """Write the groups of players who must not meet in the coming round."""
    for group in forbidden:
        if group.first_round <= coming <= group.last_round:
            yield f"XXP {' '.join(map(str, sorted(group.players)))}"


def records_299(extra_points: ByRound) -> Iterator[str]:
    """Write points given (or taken) on top of the results, in records without a letter."""

    def kind(item: tuple[tuple[int, int], Fraction]) -> tuple[int, Fraction]:
        (round_number, _player), extra = item
        return round_number, extra

    for (round_number, extra), group in groupby(sorted(extra_points.items(), key=kind), key=kind):
        players = _by_number(player for (_, player), _ in group)
        yield POINTS_BY_DECISION.written({"points": extra, "round": round_number}, players)
