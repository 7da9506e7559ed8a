"""What happened in a match lately, as an email tells it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from matches.clocks.words import span
from matches.models import Turn
from matches.queries import standing

from .match_context import MatchContext

MOST_LINES = 6
TOLD_TO_ALL = frozenset({Turn.Kind.TAKEN_BACK, Turn.Kind.HANDED_OVER})
NOT_BY_HAND = frozenset({Turn.Via.CLOCK, Turn.Via.CONDITIONAL})
CLOCK_BY_HAND = frozenset({Turn.Kind.CLOCK_HELD, Turn.Kind.CLOCK_RELEASED})


def since_own_turn(table: MatchContext) -> list[dict[str, Any]]:
    """The lines of the log since the reader played, oldest first, with that turn itself where something followed
    from it or it was answered at once, and with what the clock did in the reader's place or the reader had set ahead;
    only the last few where there are many. A replacement reads that, and nothing of how the clock
    stood before."""
    lines: list[dict[str, Any]] = []
    latest = standing(table.match.turns).exclude(kind=Turn.Kind.SAID).filter(index__lt=table.match.log_length)
    was_answered = False
    for turn in latest.defer("state").order_by("-index")[:MOST_LINES]:
        is_own = turn.seat_id == table.own.pk
        if _is_of_clock_before(table, turn):
            continue
        if not is_own or turn.notes or turn.via in NOT_BY_HAND or turn.kind in TOLD_TO_ALL or was_answered:
            lines.append(_line(table, turn, is_own=is_own))
        if is_own and turn.number is not None and turn.via != Turn.Via.CONDITIONAL:
            break
        was_answered = turn.via == Turn.Via.CONDITIONAL and not is_own
    return lines[::-1]


def _is_of_clock_before(table: MatchContext, turn: Turn) -> bool:
    """Whether it stopped or started the clock of who had the reader's seat before; the clock that continues runs."""
    return turn.kind in CLOCK_BY_HAND and turn.about_id == table.own.pk and turn.index < table.own.since


def _line(table: MatchContext, turn: Turn, *, is_own: bool) -> dict[str, Any]:
    """A turn as the others may read it: notation only where nothing in it is secret."""
    return {
        "is_own": is_own,
        "who": _who_and_how(table, turn),
        "words": _words(table, turn),
        "text": turn.text if turn.number is not None and not turn.secret else "",
        "notes": turn.notes,
        "message": "" if is_own or turn.index < table.own.since else turn.message,
    }


def _who_and_how(table: MatchContext, turn: Turn) -> str:
    who = _who(table, turn)
    return _("%(who)s, set in advance") % {"who": who} if turn.via == Turn.Via.CONDITIONAL else who


def _who(table: MatchContext, turn: Turn) -> str:
    if turn.seat_id:
        if turn.seat_id != table.own.pk:
            return name_of(table, turn.seat_id)
        return _("You") if turn.index >= table.own.since else _("The player before you")
    return _clock_of(table, turn.about_id) if turn.about_id else _("The organiser")


def _words(table: MatchContext, turn: Turn) -> str:
    if turn.kind == Turn.Kind.TIME_GIVEN and turn.seat_id and turn.amount is not None:
        if turn.about_id == table.own.pk:
            return _("Gave you %(time)s more.") % {"time": span(turn.amount)}
        return _("Gave %(name)s %(time)s more.") % {"name": name_of(table, turn.about_id), "time": span(turn.amount)}
    if turn.kind == Turn.Kind.HANDED_OVER and turn.seat_id == table.own.pk:
        return _("Continue from here, as a replacement.")
    return turn.public_words


def name_of(table: MatchContext, seat_id: int | None) -> str:
    return next((seat.name for seat in table.seats if seat.pk == seat_id), "")


def _clock_of(table: MatchContext, seat_id: int) -> str:
    if seat_id == table.own.pk:
        return _("Your clock")
    return _("%(name)s’s clock") % {"name": name_of(table, seat_id)}
