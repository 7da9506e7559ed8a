"""All players present for a round, with the facts that the criteria ask about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from competition.history import Code, Colour, History

from .colour_preferences import Preference, difference, preference
from .scores_and_floats import Float, Ledger, was_played


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who is present. ``score`` is in the ledger's units.

    ``colours`` are those of played games, oldest first; ``floats`` are those of the last round and of the one before.
    """

    number: int
    effective: int
    score: int
    colours: tuple[Colour, ...]
    preference: Preference
    floats: tuple[Float, Float]
    unplayed: int
    may_take_bye: bool
    is_topscorer: bool
    met: frozenset[int]

    @property
    def difference(self) -> int:
        return difference(self.colours)


@dataclass(frozen=True)
class RoundField:
    """The players of a round, in rank order: score first, then pairing number.

    Their places in ``entrants`` are the vertices of all graphs, so a smaller one always ranks higher.
    """

    history: History
    ledger: Ledger
    round: int
    entrants: tuple[Entrant, ...]

    @cached_property
    def place(self) -> dict[int, int]:
        """The place of each player, by pairing number."""
        return {entrant.number: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """The score groups, as sets of places, highest first."""
        groups: dict[int, int] = {}
        for place, entrant in enumerate(self.entrants):
            groups[entrant.score] = groups.get(entrant.score, 0) | 1 << place
        return tuple(groups.values())

    def points(self, place: int) -> Fraction:
        """Return the points by which the player at a place is paired."""
        return self.ledger.points(self.entrants[place].score)


def field_of(history: History) -> RoundField:
    """Collect the players of the next round: everyone without a bye granted for it."""
    round = history.paired_rounds + 1
    ledger = Ledger(history)
    effective = dict(_effective_numbers(history, round))
    present = [player.number for player in history.players if len(player.results) < round]
    entrants = [_entrant(history, ledger, round, number, effective[number]) for number in present]
    return RoundField(history, ledger, round, tuple(sorted(entrants, key=lambda each: (-each.score, each.number))))


def _effective_numbers(history: History, round: int) -> Iterator[tuple[int, int]]:
    """Number the players again, leaving out those who are absent and have never been paired.

    The colours of a first round need these numbers (C.04.2).
    """
    count = 0
    for player in history.players:
        paired = (each.opponent or each.code is Code.PAIRING_BYE for each in player.results)
        if len(player.results) < round or any(paired):
            count += 1
            yield player.number, count


def _entrant(history: History, ledger: Ledger, round: int, number: int, effective: int) -> Entrant:
    played = [result for result in ledger.results(number) if was_played(result)]
    colours = tuple(result.colour for result in played if result.colour)
    score = ledger.score(number, round)
    return Entrant(
        number=number,
        effective=effective,
        score=score,
        colours=colours,
        preference=preference(colours),
        floats=(ledger.float(number, round - 1), ledger.float(number, round - 2)),
        unplayed=round - 1 - len(played),
        may_take_bye=not ledger.had_bye(number),
        is_topscorer=round >= history.rounds and 2 * score > (round - 1) * ledger.win,
        met=frozenset(result.opponent for result in played),
    )
