"""The legal pairs (C.04.3, C1 and C3; forbidden pairs), and those who may take the bye (C2)."""

from __future__ import annotations

from collections.abc import Iterator

from competition.history import Colour
from competition.pairing.matching import bits

from .colour_preferences import Strength
from .field import RoundField


def opponents(field: RoundField) -> list[int]:
    """For each place the places that it may be paired with."""
    everybody = (1 << len(field.entrants)) - 1
    rows = [everybody & ~(1 << place) for place in range(len(field.entrants))]
    for place, entrant in enumerate(field.entrants):
        rows[place] &= ~sum(1 << field.place[number] for number in entrant.met if number in field.place)
    for apart in (*_forbidden(field), *_same_absolute(field)):
        for place in bits(apart):
            rows[place] &= ~apart
    return rows


def bye_takers(field: RoundField) -> int:
    """Players who may get the pairing-allocated bye by C2."""
    return sum(1 << place for place, entrant in enumerate(field.entrants) if entrant.may_take_bye)


def forbidden_now(field: RoundField) -> Iterator[frozenset[int]]:
    """Pairing numbers of players of whom no two may meet in this round."""
    return (each.players for each in field.history.forbidden if each.first_round <= field.round <= each.last_round)


def _forbidden(field: RoundField) -> Iterator[int]:
    for players in forbidden_now(field):
        yield sum(1 << field.place[number] for number in players if number in field.place)


def _same_absolute(field: RoundField) -> Iterator[int]:
    """By C3: all who must have the same colour. A topscorer may meet any of them, so none is counted in."""
    for colour in Colour:
        yield sum(
            1 << place
            for place, entrant in enumerate(field.entrants)
            if entrant.preference == (colour, Strength.ABSOLUTE) and not entrant.is_topscorer
        )
