"""Clocks that a rule stops or starts, rather than an organiser, because of something the seat's player has done."""

from __future__ import annotations

from i18n.text import noop, source_of
from matches.models import LogEntry

STOPPED = noop("This clock was paused. Reason: %(reason)s")
STARTED = noop("This clock was started again. Reason: %(reason)s")
WITH_ALL = noop("This clock will start with all clocks of the event, which are paused. Reason: %(reason)s")
TOLD = noop("This clock is no longer paused for an email. It will start with all clocks of the event.")


def is_by_rule(line: LogEntry) -> bool:
    return _message(line) in (STOPPED, STARTED, WITH_ALL)


def waits_for_all(line: LogEntry) -> bool:
    """Return whether the clock would run again if all clocks of the event weren't stopped."""
    return _message(line) in (WITH_ALL, TOLD)


def _message(line: LogEntry) -> object:
    match source_of(line.words):
        case ["say", message, _]:
            return message
    return None
