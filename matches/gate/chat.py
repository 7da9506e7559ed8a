"""Messages to the others in a match, which are in the log and change nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta

from i18n.text import noop, say, say_many
from matches.input.text import one_line, too_long
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY

from . import lock
from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused

LINES_A_DAY = 20  # by one player in one match
AFTERWARDS = 7 * DAY
SAME = timedelta(minutes=10)  # the same line again within this time is the one that was sent already
WORDS = noop("Wrote a message.")


def may_say(match: Match, now: datetime) -> bool:
    """Return whether players can still write messages in the match."""
    return match.finished_at is None or now <= match.finished_at + AFTERWARDS


@transaction_with_retry
def write_message(seat: Seat, text: str, via: LogEntry.Via) -> LogEntry:
    """Write a message to the others. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    _refuse_long_over(locked_match)
    text = _cleaned(text)
    others = [other for other in locked_match.others(seat) if other.player is not None]
    if not others:
        raise MatchRefused(say("There’s nobody else in this match to write to."), "illegal")
    today = locked_match.match.log.filter(kind=LogEntry.Kind.SAID, seat=seat, at__gt=locked_match.now - DAY).order_by(
        "-index"
    )
    earlier = list(today.defer("state", "clocks")[:LINES_A_DAY])
    if earlier and earlier[0].message == text and earlier[0].at > locked_match.now - SAME:
        return earlier[0]
    if len(earlier) >= LINES_A_DAY:
        words = say_many(
            "You’ve written %(number)s message in this match in the last 24 hours. Try again tomorrow.",
            "You’ve written %(number)s messages in this match in the last 24 hours. Try again tomorrow.",
            LINES_A_DAY,
        )
        raise MatchRefused(words, "illegal")
    line = locked_match.log(LogEntry.Kind.SAID, seat, via, say(WORDS))
    line.message = text
    locked_match.tell("said", others, line)
    lock.save(locked_match)
    return line


def _refuse_long_over(locked_match: LockedMatch) -> None:
    if not may_say(locked_match.match, locked_match.now):
        raise MatchRefused(say("This match ended over a week ago, so you can’t write in it."), "over")


def _cleaned(text: str) -> str:
    text = one_line(text)
    if not text:
        raise MatchRefused(say("Your message is empty. Write something first."), "unreadable")
    if fault := too_long(text):
        raise MatchRefused(fault, "unreadable")
    return text
