"""The legal pairs of a round, and the players who may take its bye.

Two who have met do not meet again (C1), nor do two who must have the same colour (C3), nor forbidden pairs. A player
who has had a bye, or a win without playing, gets no other (C2).
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
    """Return the groups of players, by pairing number, of whom no two may meet in this round."""
    return (each.players for each in field.history.forbidden if each.first_round <= field.round <= each.last_round)


def _forbidden(field: RoundField) -> Iterator[int]:
    for players in forbidden_now(field):
        yield sum(1 << field.place[number] for number in players if number in field.place)


def _same_absolute(field: RoundField) -> Iterator[int]:
    """Yield all who must have the same colour, and so may not meet (C3). A topscorer may meet any of them and is left
    out."""
    for colour in Colour:
        yield sum(
            1 << place
            for place, entrant in enumerate(field.entrants)
            if entrant.preference == (colour, Strength.ABSOLUTE) and not entrant.is_topscorer
        )
