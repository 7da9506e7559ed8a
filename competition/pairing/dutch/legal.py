"""The legal pairs of a round, and the players who may take its bye.

Two players don't meet if they have met before (C1), if both must have the same colour (C3), or if the pair is
forbidden. A player who has had a bye, or a win without playing, gets no further bye (C2).
"""

from __future__ import annotations

from collections.abc import Iterator

from competition.history import Colour
from competition.pairing.matching import bits

from .colour_preferences import Strength
from .field import RoundField


def opponents(field: RoundField) -> list[int]:
    """Return the possible opponents of each place."""
    everybody = (1 << len(field.entrants)) - 1
    rows = [everybody & ~(1 << place) for place in range(len(field.entrants))]
    for place, entrant in enumerate(field.entrants):
        rows[place] &= ~sum(1 << field.place[number] for number in entrant.met if number in field.place)
    for apart in (*_forbidden(field), *_same_absolute(field)):
        for place in bits(apart):
            rows[place] &= ~apart
    return rows


def bye_takers(field: RoundField) -> int:
    """Return the players who may get the bye: no bye before, and no win without playing (C2)."""
    return sum(1 << place for place, entrant in enumerate(field.entrants) if entrant.may_take_bye)


def forbidden_now(field: RoundField) -> Iterator[frozenset[int]]:
    """Return the groups of players, by pairing number, who must not meet each other in this round."""
    return (each.players for each in field.history.forbidden if each.first_round <= field.round <= each.last_round)


def _forbidden(field: RoundField) -> Iterator[int]:
    for players in forbidden_now(field):
        yield sum(1 << field.place[number] for number in players if number in field.place)


def _same_absolute(field: RoundField) -> Iterator[int]:
    """Yield the set of players who must have the same colour, for each colour; they may not meet (C3).

    Topscorers may meet any of them and are left out.
    """
    for colour in Colour:
        yield sum(
            1 << place
            for place, entrant in enumerate(field.entrants)
            if entrant.preference == (colour, Strength.ABSOLUTE) and not entrant.is_topscorer
        )
