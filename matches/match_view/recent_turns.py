"""The latest turns of a match, and its messages, as an email tells them.

Each message is told once, by the email about the reader's turn or by one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from mail.models import OutboxMail
from mail.preferences.until_return import AGAIN_AFTER, Postponed
from matches.mails import turn_delivery
from matches.models import LogEntry
from matches.record.record import standing
from matches.time_control.words import span

from .match_context import MatchContext

MOST_LINES = 6
MOST_PICKS = 10  # of a seat in a row, of which the last one is told
TOLD_TO_ALL = frozenset({LogEntry.Kind.TAKEN_BACK, LogEntry.Kind.HANDED_OVER})
NOT_BY_HAND = frozenset({LogEntry.Via.CLOCK})
CLOCK_BY_HAND = frozenset({LogEntry.Kind.CLOCK_STOPPED, LogEntry.Kind.CLOCK_STARTED})
MOST_MESSAGES: Final = 40  # in one email
SOON: Final = timedelta(minutes=10)  # an email about a turn that comes within this time takes the lines along
TOLD_BY: Final = ("said", turn_delivery.KIND)
Status = OutboxMail.Status


def since_own_turn(context: MatchContext) -> list[dict[str, Any]]:
    """Return the lines of the log since the reader played, oldest first; only the last few if there are many.

    They include the reader's own turn if something followed from it or it was answered at once, and what the clock did
    in the reader's place or the reader had set ahead. A replacement reads the same, but nothing of how the clock stood
    before.
    """
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


def as_shown(context: MatchContext, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return lines of the log as emails show them.

    The ``last_turn`` is shown above the board if another player made it and the reader is asked for nothing but a turn;
    everything that ``happened`` comes below the board.
    """
    is_turn = context.decision is None or context.decision.is_turn
    is_shown = bool(lines) and is_turn and not lines[-1]["is_own"]
    return {"happened": lines, "last_turn": lines[-1] if is_shown else None}


def _latest(context: MatchContext) -> list[LogEntry]:
    """Return the latest lines, newest first: as many as a round of all seats takes if each plays twice.

    A seat's secret picks are cut to the last one; a turn taken back before the reader heard of it is left out.
    """
    most = max(MOST_LINES, 2 * len(context.seats))
    lines = standing(context.match.log).exclude(kind=LogEntry.Kind.SAID).filter(index__lt=context.match.log_length)
    lines = lines.defer("state").order_by("-index")
    found = list(lines[:most])
    if any(turn.secret for turn in found):
        found = _last_picks(lines[: most + MOST_PICKS * len(context.seats)])
    return [turn for turn in found[:most] if not _is_of_turn_untold(context, turn)]


def _is_of_turn_untold(context: MatchContext, turn: LogEntry) -> bool:
    """Return whether the line takes back another player's turn that no email had told the reader about."""
    if turn.kind != LogEntry.Kind.TAKEN_BACK or turn.undoes_id is None or turn.seat_id == context.own.pk:
        return False
    played = LogEntry.objects.filter(pk=turn.undoes_id).values("at")
    told = OutboxMail.objects.filter(Q(match=context.match) | Q(match=None), user=context.own.player)
    return not told.filter(sent_at__gte=played, sent_at__lte=turn.at).exists()


def _last_picks(turns: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the turns, newest first, without a seat's secret picks before its last one."""
    found: list[LogEntry] = []
    picked: set[int | None] = set()
    for turn in turns:
        if not turn.secret or turn.seat_id not in picked:
            found.append(turn)
        if turn.secret:
            picked.add(turn.seat_id)
    return found


def _was_ahead(context: MatchContext, turn: LogEntry) -> bool:
    """Return whether the turn was set in advance, as far as the reader may know."""
    return turn.via == LogEntry.Via.CONDITIONAL or turn.is_ordered_by(context.own)


def _is_of_clock_before(context: MatchContext, turn: LogEntry) -> bool:
    """Return whether the line stopped or started the clock of the reader's predecessor in the seat.

    Such a line is left out, since the clock that the reader took over runs.
    """
    return turn.kind in CLOCK_BY_HAND and turn.about_id == context.own.pk and turn.index < context.own.since


def _line(context: MatchContext, turn: LogEntry, *, is_own: bool) -> dict[str, Any]:
    """Return a turn as the others may read it: with notation only if nothing in it is secret."""
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
            return name_of_seat(context, turn.seat_id)
        return _("You") if turn.index >= context.own.since else _("The player before you")
    return _clock_of(context, turn.about_id) if turn.about_id else _("The organiser")


def _words(context: MatchContext, turn: LogEntry) -> str:
    if turn.kind == LogEntry.Kind.TIME_GIVEN and turn.seat_id and turn.amount is not None:
        if turn.about_id == context.own.pk:
            return _("Gave you %(time)s more.") % {"time": span(turn.amount)}
        return _("Gave %(name)s %(time)s more.") % {
            "name": name_of_seat(context, turn.about_id),
            "time": span(turn.amount),
        }
    if turn.kind == LogEntry.Kind.HANDED_OVER and turn.seat_id == context.own.pk:
        return _("Continue from here, as a replacement.")
    return context.named(turn.public_words)


def name_of_seat(context: MatchContext, seat_id: int | None) -> str:
    return next((seat.name for seat in context.seats if seat.pk == seat_id), "")


def _clock_of(context: MatchContext, seat_id: int) -> str:
    if seat_id == context.own.pk:
        return _("Your clock")
    return _("%(name)s’s clock") % {"name": name_of_seat(context, seat_id)}


# -- messages ----------------------------------------------------------------------------------------------------------


def messages_since_own_turn(context: MatchContext, mail: OutboxMail) -> list[dict[str, Any]]:
    """Return the messages since the reader's last turn that weren't in an email yet, for the email about the next turn.

    Note that this email has them. Readers who have turned off emails about messages get none.
    """
    if context.own.is_deaf:
        return []
    own = context.match.log.filter(seat=context.own, number__isnull=False).order_by("-index").values("index")[:1]
    return _untold_messages(context, mail, _messages(context).filter(index__gt=Coalesce(own, -1)))


def messages_since(context: MatchContext, mail: OutboxMail, pk: int) -> list[dict[str, Any]]:
    """Return that message and those after it that no email has told, and note that this email tells them.

    Raises ``Postponed`` while an email about the reader's turn is due, which may tell them.
    """
    _wait_for_turn(context)
    return _untold_messages(context, mail, _messages(context).filter(pk__gte=pk))


def _messages(context: MatchContext) -> QuerySet[LogEntry]:
    said = context.match.log.filter(kind=LogEntry.Kind.SAID, index__lt=context.match.log_length)
    return said.filter(index__gte=context.own.since).exclude(message="").exclude(seat=context.own)


def _untold_messages(context: MatchContext, mail: OutboxMail, lines: QuerySet[LogEntry]) -> list[dict[str, Any]]:
    written = list(lines.order_by("index").values_list("index", "seat", "message")[:MOST_MESSAGES])
    told = _told_before(context, written[0][0]) if written else []
    new = [line for line in written if not any(first <= line[0] < end for first, end in told)]
    if new:
        mail.context |= {"told_from": new[0][0], "told_to": new[-1][0] + 1}
        mail.save(update_fields=["context"])
    return [{"who": name_of_seat(context, seat_id), "text": message} for _index, seat_id, message in new]


def _told_before(context: MatchContext, index: int) -> list[tuple[int, int]]:
    """Return the stretches of the log (from, to), ending after ``index``, whose messages emails have told the reader.

    The emails need not have gone out in the order in which the messages were written.
    """
    sent = OutboxMail.objects.filter(
        match=context.match, user=context.own.player, kind__in=TOLD_BY, status=Status.SENT, context__told_to__gt=index
    )
    return list(sent.values_list("context__told_from", "context__told_to"))


def _wait_for_turn(context: MatchContext) -> None:
    if context.own.asked_turn is None:
        return
    waiting = OutboxMail.objects.filter(key=turn_delivery.turn_key(context.own), status=Status.QUEUED)
    due = waiting.filter(next_try_at__lte=context.now + SOON).values_list("next_try_at", flat=True).first()
    if due is not None:
        raise Postponed(max(due, context.now) + AGAIN_AFTER)
