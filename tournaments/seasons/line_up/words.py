"""The reasons why players are in their divisions, in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from competition.divisions.line_up import Move, Reason
from i18n.text import Text, noop, say


class Known(StrEnum):
    """A player's past in the league, if they weren't in the last standings."""

    PLAYED = "played"
    LEFT = "left"  # the last season, and someone else has the place


WITH_PLACE = {
    Reason.STAYS: noop("Stays: place %(place)s in %(division)s."),
    Reason.UP: noop("Promoted: place %(place)s in %(division)s."),
    Reason.DOWN: noop("Relegated: place %(place)s in %(division)s."),
    Reason.LIFTED: noop("Takes a free place: place %(place)s in %(division)s."),
    Reason.SPARED: noop("Stays because a place is free: place %(place)s in %(division)s."),
    Reason.NO_ROOM: noop("Relegated because there’s no room: place %(place)s in %(division)s."),
    Reason.DISSOLVED: noop("Place %(place)s in %(division)s, which no longer exists."),
}
WITHOUT_PLACE = {
    Reason.LIFTED: noop("Takes a free place."),
    Reason.WAITED: noop("Waited for a place last season."),
    Reason.NEW: noop("New in the league."),
    Reason.NO_ROOM: noop("Returns, but there is no room above."),
}
AS_NEWCOMER = {
    Known.PLAYED: noop("Played in the league before; returns as a newcomer."),
    Known.LEFT: noop("Left during last season; returns as a newcomer."),
}
NOT_UP = noop("Stays because there’s no room above: place %(place)s in %(division)s.")
RETURNED = noop("Returns to %(division)s.")
WAITS = noop("Every division is full. %(words)s")


def explained(move: Move, last: Sequence[str], known: Known | None = None) -> Text:
    """Explain a player's division.

    ``last`` are the names of last season's divisions, from the top. ``known`` is given for players who are no
    newcomers, even if the rules treat them as such.
    """
    words = say(AS_NEWCOMER[known]) if move.why is Reason.NEW and known else _placed(move, last)
    return words if move.level is not None else say(WAITS, words=words)


def _placed(move: Move, last: Sequence[str]) -> Text:
    division = last[min(move.was, len(last) - 1)] if move.was is not None and last else ""
    if move.place is None:
        return say(RETURNED, division=division) if move.why is Reason.RETURNED else say(WITHOUT_PLACE[move.why])
    message = NOT_UP if move.why is Reason.NO_ROOM and move.level == move.was else WITH_PLACE[move.why]
    return say(message, place=move.place, division=division)
