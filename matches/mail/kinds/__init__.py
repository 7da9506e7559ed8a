"""What each kind of mail is about: a function from the row and its reader to what the templates in
``email/<kind>/`` need, or to ``None`` where there is no reason left to send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matches.mail.reader import Reader
from matches.models import OutboxMail

from .challenges import challenge, challenge_accepted, challenge_declined, challenge_withdrawn
from .draws import draw_declined, draw_offered
from .reminders import reminder
from .result import match_over
from .standstill import standstill
from .timing import clock_changed, leave_day, passed_over
from .turn import your_turn

Kind = Callable[[OutboxMail, Reader], dict[str, Any] | None]

KINDS: Mapping[str, Kind] = {
    "your_turn": your_turn,
    "reminder": reminder,
    "leave_day": leave_day,
    "passed_over": passed_over,
    "clock_changed": clock_changed,
    "draw_offered": draw_offered,
    "draw_declined": draw_declined,
    "match_over": match_over,
    "challenge": challenge,
    "challenge_accepted": challenge_accepted,
    "challenge_declined": challenge_declined,
    "challenge_withdrawn": challenge_withdrawn,
    "standstill": standstill,
}

# What somebody has to know who runs the site: no wish about mail on turns stops it, and it belongs to no thread.
FOR_HOSTS = frozenset({"standstill"})
