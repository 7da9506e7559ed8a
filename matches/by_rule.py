"""Clocks that no organiser stops or starts, but a rule, because of what the seat's player has done."""

from __future__ import annotations

from engine.said import kept, noop

from .models import Turn

STOPPED = noop("This clock was stopped. Reason: %(reason)s")
STARTED = noop("This clock was started again. Reason: %(reason)s")


def is_by_rule(line: Turn) -> bool:
    match kept(line.words):
        case ["say", message, _]:
            return message in (STOPPED, STARTED)
    return False
