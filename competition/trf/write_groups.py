"""Records that speak of players by their numbers, written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from competition.history import Forbidden
from i18n.text import Text, pgettext, say

from .columns import CannotWrite, points
from .document import PlannedBye

ByRound = Mapping[tuple[int, int], Fraction]


def _numbers(players: Iterable[int]) -> str:
    return " ".join(f"{player:>4}" for player in sorted(players))


def _virtual_points() -> Text:
    return pgettext("TRF has columns for", "virtual points")


def records_240(byes: Sequence[PlannedBye]) -> Iterator[str]:
    def kind(bye: PlannedBye) -> tuple[int, str]:
        return bye.round, bye.code.value

    for (round_number, letter), group in groupby(sorted(byes, key=kind), key=kind):
        yield f"240 {letter} {round_number:03} {_numbers(bye.player for bye in group)}"


def records_250(virtual_points: ByRound) -> Iterator[str]:
    """As few records as the points of neighbours in neighbouring rounds allow."""
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
        text = points(virtual, _virtual_points()).strip().zfill(4)
        yield f"250      {text} {first:03} {last:03} {lowest:04} {highest:04}"


def _runs_by_round(virtual_points: ByRound) -> dict[int, list[tuple[int, int, Fraction]]]:
    """Players with consecutive numbers and equal points: the first, the last, the points."""
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
    """One for each player, with the points of every round up to the last that has any."""
    by_player: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for (round_number, player), virtual in virtual_points.items():
        by_player[player][round_number] = virtual
    for player, rounds in sorted(by_player.items()):
        values = [rounds.get(number, Fraction(0)) for number in range(1, max(rounds) + 1)]
        yield f"XXA {player:>4} {' '.join(points(value, _virtual_points()) for value in values)}"


def record_260(forbidden: Forbidden) -> str:
    return f"260 {forbidden.first_round:03} {forbidden.last_round:03} {_numbers(forbidden.players)}"


def records_xxp(forbidden: Iterable[Forbidden], coming: int) -> Iterator[str]:
    for group in forbidden:
        if group.first_round <= coming <= group.last_round:
            yield f"XXP {' '.join(map(str, sorted(group.players)))}"


def records_299(extra_points: ByRound) -> Iterator[str]:
    """Without a letter: given (or taken) on top of what the result is worth."""

    def kind(item: tuple[tuple[int, int], Fraction]) -> tuple[int, Fraction]:
        (round_number, _player), extra = item
        return round_number, extra

    for (round_number, extra), group in groupby(sorted(extra_points.items(), key=kind), key=kind):
        text = points(abs(extra), pgettext("TRF has columns for", "points by decision")).strip()
        signed = f"-{text}" if extra < 0 else text
        if len(signed) > 4:
            what = pgettext("TRF has columns for", "points by decision")
            raise CannotWrite(say("TRF has four columns for %(what)s, too few for %(text)s.", what=what, text=signed))
        yield f"299{'':10}{signed:>4}  {round_number:03} {_numbers(player for (_, player), _ in group)}"
