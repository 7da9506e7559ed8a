"""What each kind of mail is about: a function from the row and its reader to what the templates in
``email/<kind>/`` need, or to ``None`` where there is no reason left to send it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matches.mail import wishes
from matches.mail.reader import Reader
from matches.models import OutboxMail

from .answers import confirm_resignation, hello, position, receipt, refusal, was_this_you
from .challenges import challenge, challenge_accepted, challenge_declined, challenge_reply, challenge_withdrawn
from .conditional import conditional_played
from .digest import digest
from .draws import draw_declined, draw_offered
from .handed_over import handed_over
from .reminders import reminder
from .restored import restored
from .result import match_over
from .said import said
from .standstill import standstill
from .taken_back import taken_back
from .timing import clock_changed, leave_day, passed_over
from .turn import your_turn

Kind = Callable[[OutboxMail, Reader], dict[str, Any] | None]

KINDS: dict[str, Kind] = {
    "your_turn": your_turn,
    "digest": digest,
    "reminder": reminder,
    "restored": restored,
    "leave_day": leave_day,
    "passed_over": passed_over,
    "conditional_played": conditional_played,
    "clock_changed": clock_changed,
    "draw_offered": draw_offered,
    "draw_declined": draw_declined,
    "taken_back": taken_back,
    "handed_over": handed_over,
    "said": said,
    "match_over": match_over,
    "challenge": challenge,
    "challenge_accepted": challenge_accepted,
    "challenge_declined": challenge_declined,
    "challenge_withdrawn": challenge_withdrawn,
    "standstill": standstill,
    "receipt": receipt,
    "refusal": refusal,
    "hello": hello,
    "position": position,
    "confirm_resignation": confirm_resignation,
    "was_this_you": was_this_you,
    "challenge_reply": challenge_reply,
}

OWN = frozenset(KINDS)

# What somebody has to know who runs the site or an event: no wish about mail on turns stops it, and it belongs to no
# thread.
FOR_HOSTS = {"standstill"}

# Which wish of the reader stops a kind that is not about turns: the name of a field of ``User``.
STOPPED_BY: dict[str, str] = {}


def register(name: str, kind: Kind, *, for_hosts: bool = False, may_wait: bool = False, stopped_by: str = "") -> None:
    """Let other parts of the site have kinds of their own; ``name`` is also that of the folder of templates. A mail
    whose ``context`` has a ``thread``, a word such as ``event-5``, is shown with the others of it. One that
    ``may_wait`` does so in its reader's quiet hours. ``stopped_by`` is the wish that its unsubscribe address turns off
    in place of mail about turns, one of ``unsubscribe.WISHES``."""
    if KINDS.setdefault(name, kind) is not kind:
        raise ValueError(f"There is a kind of mail called {name} already.")
    if for_hosts:
        FOR_HOSTS.add(name)
    if may_wait:
        wishes.MAY_WAIT.add(name)
    if stopped_by:
        STOPPED_BY[name] = stopped_by
