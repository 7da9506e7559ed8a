"""The order in which FIDE generates candidates, which chooses between equally good ones (C.04.3, B.6, B.7 and D)."""

from __future__ import annotations

from competition.pairing.matching import EdgeCost, OptimalMatchings, bits


def take_earliest(face: OptimalMatchings, moved: int, residents: int, low: int) -> None:
    """Leave only the candidate that FIDE generates first.

    The order goes by which of the players moved down are paired, then with whom, then by exchanges and transpositions.
    ``low`` are the players below the bracket, or places that stand for them.
    """
    face.prefer((place, residents) for place in bits(moved))
    paired = [place for place in bits(moved) if residents >> face.mate[place] & 1]
    face.first(paired, residents)
    met = sum(1 << face.mate[place] for place in paired)
    _pair_rest(face, residents & ~met, low)


def _pair_rest(face: OptimalMatchings, rest: int, low: int) -> None:
    order = list(bits(rest))
    pairs = sum(rest >> face.mate[place] & 1 for place in order) // 2
    top = sum(1 << place for place in order[:pairs])
    bottom = rest & ~top
    face.minimise(EdgeCost(1, bottom, bottom))
    if any(bottom >> face.mate[place] & 1 for place in bits(bottom)):
        _exchange(face, order, pairs, low)
        top = sum(1 << place for place in order if _is_upper(face, place, rest))
        bottom = rest & ~top
    face.minimise(EdgeCost(1, top, top), EdgeCost(1, bottom, bottom), EdgeCost(1, top, low))
    face.first(bits(top), bottom)


def _is_upper(face: OptimalMatchings, place: int, rest: int) -> bool:
    """Return whether the player is the higher ranked one of a pair."""
    mate = face.mate[place]
    return mate > place and bool(rest >> mate & 1)


def _exchange(face: OptimalMatchings, order: list[int], pairs: int, low: int) -> None:
    """Fix who leaves the top half and who enters it: least difference of numbers, then lowest out, then highest in."""
    rest = sum(1 << place for place in order)
    above = {place: rest & (1 << place) - 1 for place in order}
    out = [(place, above[place] | low) for place in reversed(order[:pairs])]
    enter = [(place, rest & ~above[place] & ~(1 << place)) for place in order[pairs:]]
    face.minimise(
        *(EdgeCost(distance, 1 << place, partners) for distance, (place, partners) in enumerate(out)),
        *(EdgeCost(distance, 1 << place, partners) for distance, (place, partners) in enumerate(enter, 1)),
    )
    face.prefer([*out, *enter])
