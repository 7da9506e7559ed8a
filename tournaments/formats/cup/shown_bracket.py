"""The bracket of a cup as pages show it."""

from __future__ import annotations

from collections.abc import Iterator

from competition.history import Code
from competition.pairing.knockout import NOBODY
from tournaments.models import DrawnMatch, Event
from tournaments.standings.bracket import BracketMatch, BracketRound, ShownBracket, Side
from tournaments.standings.result_words import both, sign
from tournaments.standings.standings import EventStandings

from .bracket import Bracket, Standing
from .drawn_match import how_of, why_of
from .words import round_name


def shown_bracket(event: Event, standings: EventStandings, bracket: Bracket) -> ShownBracket:
    """Return all rounds of the cup, including those to come, with the players known so far. One query."""
    drawn: dict[int, list[DrawnMatch]] = {}
    for each in DrawnMatch.objects.filter(pairing__round__event=event).order_by("number"):
        drawn.setdefault(each.pairing_id, []).append(each)
    make = _Maker(event, standings, bracket, drawn)
    final = bracket.rounds[-1][0].tie if len(bracket.rounds) == bracket.last else None
    return ShownBracket(
        tuple(make.rounds()),
        make.match(bracket.third) if bracket.third else None,
        standings.entries.get(final.winner) if final else None,
    )


class _Maker:
    def __init__(
        self, event: Event, standings: EventStandings, bracket: Bracket, drawn: dict[int, list[DrawnMatch]]
    ) -> None:
        self.event, self.standings, self.bracket, self.drawn = event, standings, bracket, drawn

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
            return BracketMatch((Side(None), Side(None)))
        one, other = place.tie.couple
        codes = (pairing.white_code, pairing.black_code)
        sides = (self._side(place, one, codes[0]), self._side(place, other, codes[1]))
        is_over = pairing.decided_at is not None and not pairing.is_bye and not pairing.is_annulled
        drawn = tuple(self.drawn.get(pairing.pk, ()))
        how = how_of(self.event, pairing, drawn) or ""
        return BracketMatch(sides, pairing, both(*codes) if is_over else "", how, why_of(pairing), drawn)

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
        return BracketMatch((one, other))
