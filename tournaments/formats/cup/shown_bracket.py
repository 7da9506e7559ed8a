"""The bracket of a cup as pages show it: a list for each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from competition.history import Code
from competition.pairing.knockout import NOBODY
from tournaments.models import DrawnMatch, Entry, Event, Pairing
from tournaments.standings.result_words import both, sign
from tournaments.standings.standings import EventStandings

from .bracket import Bracket, Standing
from .drawn_match import why_of
from .words import round_name


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who plays, and what they got ("1", "½"); ``won`` is the side that advances.

    Without an entry, ``waits`` says that someone is still to come.
    """

    entry: Entry | None
    sign: str = ""
    won: bool = False
    lost: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket; ``drawn`` are the two players' earlier matches."""

    sides: tuple[Side, Side]
    pairing: Pairing | None
    result: str
    why: str
    drawn: tuple[DrawnMatch, ...] = ()

    @property
    def is_bye(self) -> bool:
        """True if the player is in the next round without a match."""
        return self.pairing is not None and self.pairing.is_bye

    @property
    def is_running(self) -> bool:
        return self.pairing is not None and self.pairing.decided_at is None

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(side.entry.number or 0 for side in self.sides if side.entry)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket; ``number`` is 0 until it is published."""

    name: str
    number: int
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class ShownBracket:
    rounds: tuple[BracketRound, ...]
    third: BracketMatch | None
    winner: Entry | None


def shown_bracket(event: Event, standings: EventStandings) -> ShownBracket | None:
    """Return all rounds of the cup, also those to come with the players known so far. One query."""
    if standings.bracket is None:
        return None
    drawn: dict[int, list[DrawnMatch]] = {}
    for each in DrawnMatch.objects.filter(pairing__round__event=event).order_by("number"):
        drawn.setdefault(each.pairing_id, []).append(each)
    make = _Maker(standings, drawn)
    final = standings.bracket.rounds[-1][0].tie if len(standings.bracket.rounds) == standings.bracket.last else None
    return ShownBracket(
        tuple(make.rounds()),
        make.match(standings.bracket.third) if standings.bracket.third else None,
        standings.entries.get(final.winner) if final else None,
    )


class _Maker:
    def __init__(self, standings: EventStandings, drawn: dict[int, list[DrawnMatch]]) -> None:
        assert standings.bracket is not None
        self.bracket: Bracket = standings.bracket
        self.standings, self.drawn = standings, drawn

    def rounds(self) -> Iterator[BracketRound]:
        last = self.bracket.last
        for number, places in enumerate(self.bracket.rounds, 1):
            yield BracketRound(round_name(number, last), number, tuple(map(self.match, places)))
        paired = len(self.bracket.rounds)
        couples = self._known() if paired < last else []
        for number in range(paired + 1, last + 1):
            yield BracketRound(round_name(number, last), 0, tuple(map(self._to_come, couples)))
            couples = [(None, None)] * (len(couples) // 2)

    def match(self, place: Standing) -> BracketMatch:
        pairing = place.pairing
        if pairing is None:
            return BracketMatch((Side(None), Side(None)), None, "", "")
        one, other = place.tie.couple
        codes = (pairing.white_code, pairing.black_code)
        sides = (self._side(place, one, codes[0]), self._side(place, other, codes[1]))
        is_over = pairing.decided_at is not None and not pairing.is_bye and not pairing.is_annulled
        drawn = tuple(self.drawn.get(pairing.pk, ()))
        return BracketMatch(sides, pairing, both(*codes) if is_over else "", why_of(pairing), drawn)

    def _side(self, place: Standing, number: int, code: str) -> Side:
        if number == NOBODY:
            return Side(None)
        tie, pairing = place.tie, place.pairing
        is_played = pairing is not None and not pairing.is_bye and code
        return Side(
            self.standings.entries[number],
            sign(Code(code)) if is_played else "",
            won=tie.winner == number,
            lost=tie.is_decided and tie.winner != number,
        )

    def _known(self) -> list[tuple[int | None, int | None]]:
        """Return the players known so far of each match of the first round to come.

        They are 0 for no one, and ``None`` for a player who is still to be found.
        """
        if not self.bracket.rounds:
            return [(couple.one, couple.other) for couple in self.bracket.coming]
        winners = [tie.winner if tie.is_decided else None for tie in self.bracket.ties[-1]]
        return list(zip(winners[::2], winners[1::2], strict=True))

    def _to_come(self, couple: tuple[int | None, int | None]) -> BracketMatch:
        one, other = (
            Side(self.standings.entries[number]) if number else Side(None, waits=number is None) for number in couple
        )
        return BracketMatch((one, other), None, "", "")
