"""What decided who goes on from a pairing of a cup (``bracket.winner_of``)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from tournaments.history import Code
from tournaments.models import DrawnMatch, Event, Pairing

from .bracket import winner_of
from .deciding import POINTS, is_named, points_of


class How(StrEnum):
    MATCH = "match"
    FURTHER = "further_match"
    POINTS = "points"
    SEED = "seed"
    ORGANISER = "organiser"
    FORFEIT = "forfeit"
    BYE = "bye"


def how_of(event: Event, pairing: Pairing, drawn: Iterable[DrawnMatch]) -> How | None:
    """``None`` while it is not decided, or where nobody goes on. ``drawn`` are the matches that the two drew before."""
    if winner_of(pairing) is None:
        return None
    if pairing.is_bye:
        return How.BYE
    if is_named(pairing):
        return How.ORGANISER
    if pairing.through_id is not None:
        points = points_of(pairing, drawn) if POINTS in event.decides else None
        return How.POINTS if points is not None and points[0] != points[1] else How.SEED
    if Code.FORFEIT_WIN in (pairing.white_code, pairing.black_code):
        return How.FORFEIT
    return How.FURTHER if pairing.further else How.MATCH


def why_of(pairing: Pairing) -> str:
    """In words, where the result does not say it: "by volley points, 31–28", or why the two play on."""
    plays_on = pairing.further > 0 and pairing.decided_at is None
    return pairing.through_words if pairing.through_id or plays_on else ""
