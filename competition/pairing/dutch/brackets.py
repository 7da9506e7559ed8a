"""The brackets of a round, paired one after the other from the top (FIDE C.04.3, part B)."""

from __future__ import annotations

from collections.abc import Iterator

from competition.pairing.matching import ALONE, EdgeCost, OptimalMatchings, bits, extend

from .criteria import Bracket, Traits
from .downfloaters import CompletableRound
from .generation_order import take_earliest

Matches = dict[int, int]
"""The pairs made in a bracket: each place's partner, so each pair is there both ways."""


def pair_brackets(round: CompletableRound) -> Iterator[Matches]:
    """Yield the pairs of each bracket as places. A player left in none of them gets the bye."""
    traits = Traits(round.field)
    moved = 0
    for index in range(len(round.field.groups)):
        bracket = bracket_at(round, traits, index, moved)
        matches = by_itself(round, bracket, index)
        if matches is None:
            matches = with_all_below(round, bracket, index)
        moved = sum(1 << place for place in bits(bracket.players) if place not in matches)
        yield matches


def bracket_at(round: CompletableRound, traits: Traits, index: int, moved: int) -> Bracket:
    """Make the bracket of a score group and the players who came down to it."""
    group = round.group(index)
    last = bool(round.bye) and round.field.entrants[group.bit_length() - 1].score <= round.bye_score
    return Bracket(traits, moved, group, round.group(index + 1), last)


def by_itself(round: CompletableRound, bracket: Bracket, index: int) -> Matches | None:
    """Pair the bracket as if the players below could meet anyone from it; return ``None`` if that may be wrong.

    A place stands for each player who must go down. With fewer of these the bracket couldn't be paired, so if the next
    bracket can then be paired as well as it ever could with that many newcomers (C8), nothing better exists.
    """
    rows, mate = _bracket_graph(round, bracket)
    alone = extend(rows, mate, bracket.players)
    count = alone.bit_count()
    if not count and not round.is_whole(index + 1):
        return None
    places = (1 << count) - 1 << len(round.rows)
    face = _with_places(round, bracket, index, rows, mate, alone, places)
    if not face.complete():
        return None
    for criterion in bracket.lowest_down(places):
        face.minimise(*criterion.blocks)
    if count == 1 and not face.can(EdgeCost(1, bracket.players & ~round.takers(index + 1), places)):
        return None
    _decide(face, bracket, places, count)
    down = sum(1 << place for place in bits(bracket.players) if places >> face.mate[place] & 1)
    if count > 1 and not round.takes(index + 1, down):
        return None
    return _matches(face, bracket)


def with_all_below(round: CompletableRound, bracket: Bracket, index: int) -> Matches:
    """Pair the bracket within the graph of everyone not yet paired.

    That makes three criteria exact: all others can still be paired (C4), the bye goes to the lowest score possible
    (C5), and the next bracket can be paired as well as possible (C8).
    """
    low = round.rest(index + 1)
    face = everybody_left(round, bracket, index)
    for criterion in bracket.next_bracket(low & ~bracket.following):
        face.minimise(*criterion.blocks)
    count = sum(low >> face.mate[place] & 1 for place in bits(bracket.players))
    _decide(face, bracket, low, count)
    return _matches(face, bracket)


def everybody_left(round: CompletableRound, bracket: Bracket, index: int) -> OptimalMatchings:
    """Complete the round from a bracket on, in all the ways that are best for that bracket by C6 and C7.

    Those criteria ask that as few players as possible go down from it, and those with as few points as possible.
    """
    low = round.rest(index + 1)
    rows, mate = _bracket_graph(round, bracket)
    for place in bits(bracket.players):
        rows[place] |= round.rows[place] & low
    for place in bits(low):
        rows[place] = round.rows[place] & (bracket.players | low)
    face = OptimalMatchings(rows, mate, bracket.players | low)
    if not face.complete():
        raise AssertionError("Every bracket leaves a field that can be paired.")
    for criterion in (bracket.fewest_down(low), *bracket.lowest_down(low)):
        face.minimise(*criterion.blocks)
    return face


def _bracket_graph(round: CompletableRound, bracket: Bracket) -> tuple[dict[int, int], list[int]]:
    """Return the possible pairs within a bracket, and a matching with no pairs yet."""
    rows = {place: round.rows[place] & bracket.residents for place in bits(bracket.moved)}
    rows |= {place: round.rows[place] & bracket.players for place in bits(bracket.residents)}
    return rows, [ALONE] * len(round.rows)


def _with_places(
    round: CompletableRound,
    bracket: Bracket,
    index: int,
    rows: dict[int, int],
    mate: list[int],
    alone: int,
    places: int,
) -> OptimalMatchings:
    below = round.rest(index + 1)
    open = sum(1 << place for place in bits(bracket.players) if round.rows[place] & below)
    for place in bits(open):
        rows[place] |= places
    mate += [ALONE] * places.bit_count()
    for place, player in zip(bits(places), bits(alone), strict=True):
        rows[place] = open
        mate[place], mate[player] = player, place
    return OptimalMatchings(rows, mate, bracket.players | places)


def _decide(face: OptimalMatchings, bracket: Bracket, low: int, count: int) -> None:
    for criterion in bracket.quality(low, count):
        face.minimise(*criterion.blocks)
    take_earliest(face, bracket.moved, bracket.residents, low)


def _matches(face: OptimalMatchings, bracket: Bracket) -> Matches:
    players = bracket.players
    return {place: face.mate[place] for place in bits(players) if players >> face.mate[place] & 1}
