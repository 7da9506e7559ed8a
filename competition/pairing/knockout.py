"""Single elimination: the pairs of each round, who advances, and how far each player came.

Players are pairing numbers in the order of the seeds, 1 the best. The number of places in the first round's draw is the
smallest power of two that holds all players, and the round has half as many matches; where players are too few to fill
it, the best seeds have no opponent there. The winners of two neighbouring matches meet in the next round, so seeds 1
and 2 meet in the final at the earliest, and the best four not before the semifinals. A round lists its matches from the
top.

Losers are out. Where no one advances from a match (both forfeited), the next opponent has a round without a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from competition.history import Colour, Pair

NOBODY = 0


class Couple(NamedTuple):
    """Two players who meet. ``other`` is 0 where ``one`` has no opponent; both are 0 where the place is empty."""

    one: int
    other: int

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(number for number in self if number != NOBODY)

    @property
    def is_empty(self) -> bool:
        return self.one == NOBODY


class Tie(NamedTuple):
    """A paired place of a round. ``winner`` advances, 0 if no one does or while the tie is undecided."""

    couple: Couple
    winner: int = NOBODY
    is_decided: bool = False

    @property
    def losers(self) -> tuple[int, ...]:
        """The players who are out after this tie, whether or not they still play for third place."""
        return tuple(number for number in self.couple.players if number != self.winner) if self.is_decided else ()


@dataclass(frozen=True, slots=True)
class KnockoutPlace:
    """The place that a player reached.

    ``rank`` is shared by all who came equally far. ``lost_in`` is the round in which they went out, 0 for the winner
    and for players still in. ``won_third`` says whether they won the match for third place, ``None`` if they weren't in
    it or it isn't decided.
    """

    rank: int
    lost_in: int
    won_third: bool | None = None


def size_of(players: int) -> int:
    """Return how many places a bracket needs for that many players."""
    return 1 << rounds_of(players)


def rounds_of(players: int) -> int:
    """Return how many rounds a bracket needs for that many players."""
    return max(1, (players - 1).bit_length())


def first_round(numbers: Sequence[int]) -> tuple[Couple, ...]:
    """Pair the first round; ``numbers`` are in the order of the seeds."""
    if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
        raise ValueError("Pairing numbers count from 1, and each is given once.")
    if len(numbers) < 2:
        return ()
    seated = [numbers[seed - 1] if seed <= len(numbers) else NOBODY for seed in _seeds(size_of(len(numbers)))]
    return tuple(_couple(*two) for two in zip(seated[::2], seated[1::2], strict=True))


def next_round(round: Sequence[Tie]) -> tuple[Couple, ...]:
    """Pair the round after a decided one; return no pairs after the final."""
    if len(round) < 2:
        return ()
    winners = [tie.winner for tie in round]
    return tuple(_couple(*two) for two in zip(winners[::2], winners[1::2], strict=True))


def for_third_place(semifinals: Sequence[Tie]) -> Couple | None:
    """Pair the two losers of the semifinals; return ``None`` where there aren't two."""
    losers = [number for tie in semifinals for number in tie.losers]
    return Couple(losers[0], losers[1]) if len(semifinals) == len(losers) == 2 else None


def coloured(couple: Couple, place: int, had: Mapping[int, Sequence[Colour]], first: Colour) -> Pair:
    """Give a couple its colours: white for the player who had it less often, then for the one who had black last.

    Where that decides nothing, the better seed has the colour that was drawn, or the other one in every second place
    (places count from 0).
    """
    if not couple.other:
        return Pair(couple.one, NOBODY)
    one, other = sorted(couple)
    white = _due_white(one, other, had)
    if white is None:
        white = one if (first is Colour.WHITE) == (place % 2 == 0) else other
    return Pair(white, other if white == one else one)


def knockout_places(
    numbers: Iterable[int], rounds: Sequence[Sequence[Tie]], third: Tie | None = None, *, last: int
) -> dict[int, KnockoutPlace]:
    """Return the places of all players after the rounds paired so far; ``last`` is the number of the final.

    Players who went out in the same round share the place below all who came further; a match for third place separates
    its two. Where no player is left in, the places above stay empty.
    """
    lost_in = {
        number: index for index, round in enumerate(rounds, 1) for tie in round for number in tie.losers if number
    }
    everybody = list(numbers)
    order = {number: _depth(number, lost_in, third, last) for number in everybody}
    depths = sorted(order.values(), reverse=True)
    empty = 0 if last + 1 in (depth for depth, _won in depths) else 1 << (last - max(lost_in.values(), default=last))
    played_third = third.couple.players if third is not None and third.is_decided else ()
    return {
        number: KnockoutPlace(
            depths.index(order[number]) + 1 + empty,
            lost_in.get(number, 0),
            third.winner == number if third is not None and number in played_third else None,
        )
        for number in everybody
    }


def _depth(number: int, lost_in: Mapping[int, int], third: Tie | None, last: int) -> tuple[int, int]:
    if number not in lost_in:
        return last + 1, 0
    won_third = third is not None and third.is_decided and third.winner == number
    return lost_in[number], int(won_third)


def _seeds(size: int) -> list[int]:
    """Return the seeds in the order of their places: 1, 8, 5, 4, 3, 6, 7, 2 for eight."""
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        pairs = ((seed, both - seed) if index % 2 == 0 else (both - seed, seed) for index, seed in enumerate(order))
        order = [seed for pair in pairs for seed in pair]
    return order


def _couple(one: int, other: int) -> Couple:
    """Make a couple; a player without an opponent comes first."""
    return Couple(one, other) if one else Couple(other, NOBODY)


def _due_white(one: int, other: int, had: Mapping[int, Sequence[Colour]]) -> int | None:
    more = _balance(had.get(one, ())) - _balance(had.get(other, ()))
    if more:
        return one if more < 0 else other
    last = [next(reversed(had.get(number, ())), None) for number in (one, other)]
    if last[0] == last[1] or None in last:
        return None
    return one if last[0] is Colour.BLACK else other


def _balance(colours: Sequence[Colour]) -> int:
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)
