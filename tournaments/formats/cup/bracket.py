"""The bracket of a cup by its published rounds; a draft that was changed by hand counts as it was published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import F

from competition.history import WON_CODES, Code, Colour
from competition.pairing import knockout
from competition.pairing.knockout import Couple, KnockoutPlace, Tie
from competition.standings import StandingsRow
from tournaments.models import Event, Pairing, Round

FORFEITED = (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Standing:
    """A place of the bracket: the two who meet in it, if they have come this far.

    It has their pairing if the round is published.
    """

    tie: Tie
    pairing: Pairing | None = None


@dataclass(frozen=True)
class Bracket:
    """The bracket of a cup.

    ``rounds`` are the published ones, each in the order of its places; ``last`` is the number of the final.
    """

    numbers: tuple[int, ...]
    rounds: tuple[tuple[Standing, ...], ...]
    third: Standing | None
    last: int

    @property
    def ties(self) -> tuple[tuple[Tie, ...], ...]:
        return tuple(tuple(place.tie for place in round) for round in self.rounds)

    @cached_property
    def places(self) -> Mapping[int, KnockoutPlace]:
        """The place that each player reached, by pairing number."""
        third = self.third.tie if self.third else None
        return knockout.knockout_places(self.numbers, self.ties, third, last=self.last)

    @property
    def coming(self) -> tuple[Couple, ...]:
        """The pairs of the next round, with empty places, once the last is decided."""
        if not self.rounds:
            return knockout.first_round(self.numbers)
        return knockout.next_round(self.ties[-1])

    @property
    def had(self) -> Mapping[int, list[Colour]]:
        """The colours that each player has had, in the order of the rounds; forfeited matches gave none.

        Further matches are included: colours change in them, and ``couple`` has those of the last.
        """
        found: defaultdict[int, list[Colour]] = defaultdict(list)
        for place in (place for round in self.rounds for place in round if place.tie.couple.other):
            further = place.pairing.further if place.pairing else 0
            is_forfeited = place.pairing is not None and place.pairing.white_code in FORFEITED
            for index in range(further + 1 - is_forfeited):
                white, black = place.tie.couple if (further - index) % 2 == 0 else reversed(place.tie.couple)
                found[white].append(Colour.WHITE)
                found[black].append(Colour.BLACK)
        return found


def bracket_of(event: Event, through: int | None = None) -> Bracket:
    """Return the bracket after round ``through``, or the last that is published. Two queries."""
    numbers = {pk: number or 0 for pk, number in event.entries.filter(number__isnull=False).values_list("pk", "number")}
    published = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    if through is not None:
        published = published.filter(round__number__lte=through)
    found: defaultdict[int, list[Pairing]] = defaultdict(list)
    for pairing in published.annotate(round_number=F("round__number")).order_by("round_number", "board", "pk"):
        found[pairing.round_number].append(pairing)
    rounds: list[tuple[Standing, ...]] = []
    third: Standing | None = None
    for number in sorted(found):
        placed = [Standing(_tie(pairing, numbers), pairing) for pairing in found[number]]
        if rounds:
            expected = knockout.next_round([place.tie for place in rounds[-1]])
            placed, beyond = _in_places(expected, placed)
            third = beyond[0] if beyond else None
        rounds.append(tuple(placed))
    return Bracket(tuple(sorted(numbers.values())), tuple(rounds), third, event.rounds)


def by_place(rows: Iterable[StandingsRow], bracket: Bracket) -> tuple[StandingsRow, ...]:
    """Sort rows by how far each player came; those who share a place are sorted by number."""
    places = bracket.places
    ranked = [replace(row, rank=places[row.number].rank, decided_by="") for row in rows]
    return tuple(sorted(ranked, key=lambda row: (row.rank, row.number)))


def winner_of(pairing: Pairing) -> int | None:
    """Return the id of the entry that advances; ``None`` if none does, or it isn't decided."""
    if pairing.is_annulled or pairing.decided_at is None:
        return None
    if pairing.through_id is not None:
        return pairing.through_id
    if pairing.white_code in WON_CODES:
        return pairing.white_id
    return pairing.black_id if pairing.black_code in WON_CODES else None


def _tie(pairing: Pairing, numbers: Mapping[int, int]) -> Tie:
    couple = Couple(numbers.get(pairing.white_id, 0), numbers.get(pairing.black_id or 0, 0))
    winner = winner_of(pairing)
    return Tie(couple, numbers.get(winner or 0, 0), is_decided=pairing.decided_at is not None)


def _in_places(expected: Sequence[Couple], placed: Sequence[Standing]) -> tuple[list[Standing], list[Standing]]:
    """Return the pairings of a round in its places, and those beyond them: the match for third place.

    Places to which no one has come stay empty.
    """
    left = list(placed)
    empty = Standing(Tie(Couple(knockout.NOBODY, knockout.NOBODY), is_decided=True))
    return [empty if couple.is_empty or not left else left.pop(0) for couple in expected], left
