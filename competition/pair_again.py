"""The rounds of a tournament paired again, each from what was known before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .history import Code, Colour, History, Pair, Player
from .pairing.dutch import NoLegalPairing, pair
from .pairing.dutch.colour_allocation import initial_colour

Engine = Callable[[History], tuple[Pair, ...]]
GRANTED = frozenset((Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE))


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that the engine pairs differently: its own pairs (``expected``), and those of the history (``found``).

    Pairs that agree are left out. ``why`` is the reason if the engine finds no legal pairing at all.
    """

    round: int
    expected: tuple[Pair, ...]
    found: tuple[Pair, ...]
    why: str = ""


def before(history: History, round_number: int) -> History:
    """Return the history as it was when a round was paired: with the byes granted for it, and nothing later."""
    players = tuple(_before(player, round_number) for player in history.players)
    return replace(history, players=players, initial_colour=initial_colour(history))


def _before(player: Player, round_number: int) -> Player:
    results, coming = player.results[: round_number - 1], player.results[round_number - 1]
    return replace(player, results=(*results, coming) if coming.code in GRANTED else results)


def differences(history: History, engine: Engine = pair) -> Iterator[Difference]:
    """Pair each round again and yield those that the engine pairs differently."""
    for round_number in range(1, history.paired_rounds + 1):
        found = pairs_of(history, round_number)
        if found:
            difference = _difference(before(history, round_number), round_number, found, engine)
            if difference.expected or difference.found:
                yield difference


def _difference(history: History, round_number: int, found: dict[Pair, bool], engine: Engine) -> Difference:
    try:
        expected = engine(history)
    except NoLegalPairing as error:
        return Difference(round_number, (), tuple(found), str(error))
    # A forfeit may stand in a file without its colours: then either way round is right.
    right = found.keys() | {_turned(one) for one, has_colours in found.items() if not has_colours}
    wanted = set(expected)
    wrong = (
        one for one, has_colours in found.items() if one not in wanted and (has_colours or _turned(one) not in wanted)
    )
    return Difference(round_number, tuple(one for one in expected if one not in right), tuple(wrong))


def pairs_of(history: History, round_number: int) -> dict[Pair, bool]:
    """Return the pairs of a round, including byes, each with whether its colours are known."""
    known: dict[Pair, bool] = {}
    unknown: dict[Pair, bool] = {}
    for player in history.players:
        result = player.results[round_number - 1]
        if result.code is Code.PAIRING_BYE or result.colour is Colour.WHITE:
            known[Pair(player.number, result.opponent)] = True
        elif result.colour is Colour.BLACK:
            known[Pair(result.opponent, player.number)] = True
        elif result.opponent:
            unknown[Pair(*sorted((player.number, result.opponent)))] = False
    return known | {one: False for one in unknown if one not in known and _turned(one) not in known}


def _turned(one: Pair) -> Pair:
    return Pair(one.black, one.white)
