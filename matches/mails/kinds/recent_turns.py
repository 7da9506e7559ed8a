"""What happened in a match lately, as an email tells it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from mail.models import OutboxMail
from matches.clocks.words import span
from matches.models import LogEntry
from matches.record.record import standing

from .match_context import MatchContext

MOST_LINES = 6
MOST_PICKS = 10  # of a seat in a row, of which the last one is told
TOLD_TO_ALL = frozenset({LogEntry.Kind.TAKEN_BACK, LogEntry.Kind.HANDED_OVER})
NOT_BY_HAND = frozenset({LogEntry.Via.CLOCK})
CLOCK_BY_HAND = frozenset({LogEntry.Kind.CLOCK_STOPPED, LogEntry.Kind.CLOCK_STARTED})


def since_own_turn(context: MatchContext) -> list[dict[str, Any]]:
    """The lines of the log since the reader played, oldest first, with that turn itself where something followed
    from it or it was answered at once, and with what the clock did in the reader's place or the reader had set ahead;
    only the last few where there are many. A replacement reads that, and nothing of how the clock
    stood before."""
    lines: list[dict[str, Any]] = []
    was_answered = False
    for turn in _latest(context):
        is_own = turn.seat_id == context.own.pk
        was_ahead = _was_ahead(context, turn)
        if _is_of_clock_before(context, turn):
            continue
        is_told = not is_own or was_ahead or was_answered or turn.via in NOT_BY_HAND or turn.kind in TOLD_TO_ALL
        if is_told or context.notes_of(turn):
            lines.append(_line(context, turn, is_own=is_own))
        if is_own and turn.number is not None and not was_ahead:
            break
        was_answered = turn.via == LogEntry.Via.CONDITIONAL and not is_own
    return lines[::-1]


def told(context: MatchContext, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Lines of the log as emails show them: above the board the ``last_turn``, where another player made it and the
    reader is asked for nothing but a turn; below it all that ``happened``."""
    is_turn = context.decision is None or context.decision.kind == "turn"
    is_shown = bool(lines) and is_turn and not lines[-1]["is_own"]
    return {"happened": lines, "last_turn": lines[-1] if is_shown else None}


def _latest(context: MatchContext) -> list[LogEntry]:
    """The latest lines, newest first: as many as a round of all seats takes, where each plays twice. Of what a seat
    picked in secret, the last pick alone; of a turn that was taken back before the reader heard of it, nothing."""
    most = max(MOST_LINES, 2 * len(context.seats))
    lines = standing(context.match.log).exclude(kind=LogEntry.Kind.SAID).filter(index__lt=context.match.log_length)
    lines = lines.defer("state").order_by("-index")
    found = list(lines[:most])
    if any(turn.secret for turn in found):
        found = _last_picks(lines[: most + MOST_PICKS * len(context.seats)])
    return [turn for turn in found[:most] if not _is_of_turn_untold(context, turn)]


def _is_of_turn_untold(context: MatchContext, turn: LogEntry) -> bool:
    """Whether another player took a turn back of which no email had told the reader."""
    if turn.kind != LogEntry.Kind.TAKEN_BACK or turn.undoes_id is None or turn.seat_id == context.own.pk:
        return False
    played = LogEntry.objects.filter(pk=turn.undoes_id).values("at")
    told = OutboxMail.objects.filter(Q(match=context.match) | Q(match=None), user=context.own.player)
    return not told.filter(sent_at__gte=played, sent_at__lte=turn.at).exists()


def _last_picks(turns: Iterable[LogEntry]) -> list[LogEntry]:
    """The turns without picks in secret that a later one of their seat follows; newest first."""
    found: list[LogEntry] = []
    picked: set[int | None] = set()
    for turn in turns:
        if not turn.secret or turn.seat_id not in picked:
            found.append(turn)
        if turn.secret:
            picked.add(turn.seat_id)
    return found


def _was_ahead(context: MatchContext, turn: LogEntry) -> bool:
    """Whether the reader may read that the turn was set in advance."""
    return turn.via == LogEntry.Via.CONDITIONAL or turn.is_ordered_by(context.own)


def _is_of_clock_before(context: MatchContext, turn: LogEntry) -> bool:
    """Whether it stopped or started the clock of who had the reader's seat before; the clock that continues runs."""
    return turn.kind in CLOCK_BY_HAND and turn.about_id == context.own.pk and turn.index < context.own.since


def _line(context: MatchContext, turn: LogEntry, *, is_own: bool) -> dict[str, Any]:
    """A turn as the others may read it: notation only where nothing in it is secret."""
    return {
        "is_own": is_own,
        "who": _who_and_how(context, turn),
        "words": _words(context, turn),
        "text": turn.text if turn.number is not None and not turn.secret else "",
        "notes": context.notes_of(turn),
        "message": "" if is_own or turn.index < context.own.since else turn.message,
    }


def _who_and_how(context: MatchContext, turn: LogEntry) -> str:
    who = _who(context, turn)
    return _("%(who)s, set in advance") % {"who": who} if _was_ahead(context, turn) else who


def _who(context: MatchContext, turn: LogEntry) -> str:
    if turn.seat_id:
        if turn.seat_id != context.own.pk:
            return name_of(context, turn.seat_id)
        return _("You") if turn.index >= context.own.since else _("The player before you")
    return _clock_of(context, turn.about_id) if turn.about_id else _("The organiser")


def _words(context: MatchContext, turn: LogEntry) -> str:
    if turn.kind == LogEntry.Kind.TIME_GIVEN and turn.seat_id and turn.amount is not None:
        if turn.about_id == context.own.pk:
            return _("Gave you %(time)s more.") % {"time": span(turn.amount)}
        return _("Gave %(name)s %(time)s more.") % {"name": name_of(context, turn.about_id), "time": span(turn.amount)}
    if turn.kind == LogEntry.Kind.HANDED_OVER and turn.seat_id == context.own.pk:
        return _("Continue from here, as a replacement.")
    return context.named(turn.public_words)


def name_of(context: MatchContext, seat_id: int | None) -> str:
    return next((seat.name for seat in context.seats if seat.pk == seat_id), "")


def _clock_of(context: MatchContext, seat_id: int) -> str:
    if seat_id == context.own.pk:
        return _("Your clock")
    return _("%(name)s’s clock") % {"name": name_of(context, seat_id)}
