"""Emails that a match causes, and their readers. They are queued in the transaction of their cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts import last_seen
from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox.queue import Write, queue_mail, resend_mail
from mail.preferences import until_return
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import HOUR, NOTHING, TAKEBACK_WINDOW
from timekeeping import clock

from . import turn_delivery

Status = OutboxMail.Status
MORE_LINES = timedelta(minutes=2)  # a mail about a line waits so long for others
DO_WITHOUT = frozenset({TurnMail.NONE, TurnMail.DIGEST})  # a mail about each turn
TOLD_TO_ONE = frozenset({"draw_declined", "vacation_day", "passed_over", "conditional_played"})
ON_THE_WAY = timedelta(seconds=10)  # a mail that is due so soon may be composed before a new line is committed

NewsKind = Literal[
    "your_turn",
    "match_over",
    "taken_back",
    "said",
    "draw_offered",
    "draw_declined",
    "clock_changed",
    "vacation_day",
    "passed_over",
    "conditional_played",
    "handed_over",
    "pick_made",
    "seat_left",
    "baton_passed",
    "marked",
]


class News(NamedTuple):
    """The news that an email tells the player of a seat; ``line`` is the line of the log it is about, if any."""

    kind: NewsKind
    seat: Seat
    line: LogEntry | None
    context: dict[str, int]

    @property
    def is_at_it(self) -> bool:
        """Return whether the player's own turn led to the next, which is before them on the page, or in the receipt."""
        line = self.line
        if line is None or line.kind != LogEntry.Kind.PLAY or line.seat_id != self.seat.pk:
            return False
        by_hand = {LogEntry.Via.SITE, LogEntry.Via.LINK, LogEntry.Via.API, LogEntry.Via.MAIL}
        return line.via in by_hand and not line.is_ordered


def queue_news(news: Iterable[News]) -> None:
    """Queue the emails about what has just happened, in its transaction and once it is written.

    The seats must have their match loaded.
    """
    mails: list[OutboxMail] = []
    for each in news:
        _QUEUE.get(each.kind, _about_line)(each.seat.match, each, mails.append)
    OutboxMail.objects.bulk_create(mails)


def _your_turn(match: Match, news: News, write: Write) -> None:
    after = _wait_till_quiet(news) if news.is_at_it else _takeback_wait(news)
    _announce(match, news.seat, _receipt(news), is_new=True, now=news.seat.asked_at, after=after, write=write)


def _receipt(news: News) -> dict[str, int]:
    """Return, as ``follows``, the number of the turn by email whose receipt asks for the next turn as well.

    Empty if no receipt does.
    """
    line = news.line
    if line is None or line.number is None or line.via != LogEntry.Via.MAIL or not news.is_at_it:
        return {}
    return {"follows": line.number}


def _wait_till_quiet(news: News) -> timedelta:
    """Return how long the email about the next turn of a sitting waits, since it is moot once that turn is played.

    For a reader with little time left, that is at most a quarter of it.
    """
    wait = timedelta(minutes=settings.SITTING_MINUTES)
    line, seat = news.line, news.seat
    return wait if line is None or seat.deadline is None else min(wait, (seat.deadline - line.at) / 4)


def _takeback_wait(news: News) -> timedelta:
    """Return how long the email about a turn waits, so that taking the turn before it back needs no second email.

    Players who take one back on the site have the form before them. No email waits if that would cost a reader with
    little time left.
    """
    line, seat = news.line, news.seat
    if line is None or line.via in {LogEntry.Via.CLOCK, LogEntry.Via.CONDITIONAL}:
        return NOTHING
    if seat.deadline is not None and seat.deadline - line.at < HOUR:
        return NOTHING
    may_be_taken_back = line.kind == LogEntry.Kind.PLAY and not (line.before or {}).get("reveals")
    is_at_the_form = line.kind == LogEntry.Kind.TAKEN_BACK and line.via != LogEntry.Via.MAIL
    return TAKEBACK_WINDOW if may_be_taken_back or is_at_the_form else NOTHING


def _match_over(match: Match, news: News, write: Write) -> None:
    _about_match(match, news, write, key=f"match_over:{news.seat.pk}", now=match.finished_at)


def _taken_back(match: Match, news: News, write: Write) -> None:
    """Tell a seat that it is no longer asked for the turn of that number, if an email has told it of the turn.

    An email about the turn that still waits is never sent. If one is due, it only shows when this one is composed
    whether it went out.
    """
    assert news.line is not None
    told = OutboxMail.objects.filter(key=turn_delivery.key_of(news.seat, news.context["number"]))
    if told.filter(Q(status=Status.SENT) | Q(status=Status.QUEUED) & ~still_waits(news.line.at)).exists():
        _about_line(match, news, write)


def _said(match: Match, news: News, write: Write) -> None:
    """Queue one email for the messages of a few minutes: an email that still waits takes this one along."""
    assert news.line is not None
    if not news.seat.is_deaf and not _waits_for_more(match, news.seat, news.line.at):
        _about_line(match, news, write, after=MORE_LINES)


def _marked(match: Match, news: News, write: Write) -> None:
    """Queue one email for the marks of a few minutes: an email that still waits shows these, too, with the board.

    Once the email about the turn was sent, a waiting email about a message doesn't count: the message may have been
    told with the turn, and then its own email never goes out.
    """
    now, seat = clock.now(), news.seat
    waiting = OutboxMail.objects.filter(still_waits(now), match=match, user=seat.player)
    kinds = ("marked", "your_turn") if turn_delivery.was_sent(seat) else ("said", "marked", "your_turn")
    if not seat.is_deaf and not waiting.filter(kind__in=kinds).exists():
        key = f"marked:{news.context['mark']}:{seat.pk}:{now.timestamp()}"
        _about_match(match, news, write, key=key, now=now, after=MORE_LINES)


def _about_line(match: Match, news: News, write: Write, *, after: timedelta = NOTHING) -> None:
    assert news.line is not None
    key = f"{news.kind}:{news.line.pk}" if news.kind in TOLD_TO_ONE else f"{news.kind}:{news.line.pk}:{news.seat.pk}"
    _about_match(match, news, write, key=key, now=news.line.at, after=after, turn=news.line.pk)


def _waits_for_more(match: Match, seat: Seat, now: datetime) -> bool:
    return OutboxMail.objects.filter(still_waits(now), match=match, user=seat.player, kind="said").exists()


def still_waits(now: datetime) -> Q:
    """Return the condition that an email won't be composed before the current transaction is committed."""
    return Q(status=Status.QUEUED, leased_until=None, attempts=0, next_try_at__gt=now + ON_THE_WAY)


def announce_after_return(player: User) -> None:
    """Announce the next turn to a player who has come back by an email or its link.

    A player who comes that way hasn't seen what else waits.
    """
    last_seen.note_visit(player, clock.now())
    if until_return.clear_pending_notice(player):
        announce_waiting_turns(player)


def announce_waiting_turns(user: User, **_: object) -> None:
    """Announce all turns that wait for the player and weren't announced, because no email was wanted, or none yet."""
    if user.turn_mail in DO_WITHOUT:
        return
    seats = Seat.objects.filter(player=user, asked_turn__isnull=False).select_related("match", "player")
    if told_until := turn_delivery.last_digest(user):
        seats = seats.filter(asked_at__gt=told_until)
    for seat in seats:
        with transaction.atomic():
            _announce(seat.match, seat)
            for mail in OutboxMail.objects.filter(key=turn_delivery.turn_key(seat), status=Status.DROPPED):
                resend_mail(mail)


def _announce(match: Match, seat: Seat, more: Mapping[str, int] = MappingProxyType({}), **known: Any) -> None:
    """Queue the email about a turn, if its player wants one at once.

    ``known`` are further arguments of ``queue_mail``, and ``more`` further entries of the email's context.
    """
    player = reader_of(seat.player)
    if player and player.turn_mail not in DO_WITHOUT:
        context = {"seat": seat.pk, "number": seat.asked_turn, **more}
        queue_mail("your_turn", user=player, match=match, context=context, key=turn_delivery.turn_key(seat), **known)


def _about_match(
    match: Match,
    news: News,
    write: Write,
    *,
    key: str,
    now: datetime | None,
    after: timedelta = NOTHING,
    **context: int,
) -> None:
    if player := reader_of(news.seat.player):
        context = {"seat": news.seat.pk, **context, **news.context}
        known: dict[str, Any] = {"is_new": True, "now": now, "after": after, "write": write}
        queue_mail(news.kind, user=player, match=match, context=context, key=key, **known)


def reader_of(user: User | None) -> User | None:
    """Return the user, if they get emails: not a former player, nor an account that the host has closed."""
    return user if user is not None and user.is_active else None


_QUEUE: dict[NewsKind, Callable[[Match, News, Write], None]] = {
    "your_turn": _your_turn,
    "match_over": _match_over,
    "taken_back": _taken_back,
    "said": _said,
    "marked": _marked,
}
