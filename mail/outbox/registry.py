"""The kinds of mail that the site can send, as each part of it registers its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mail.models import OutboxMail
from mail.preferences import quiet_hours

from .recipient import Recipient

Kind = Callable[[OutboxMail, Recipient], dict[str, Any] | None]
"""From the row and its reader to what the template ``email/<kind>/mail.txt`` needs, or to ``None`` where there is no
reason left to send the mail. Where the HTML shows a ``picture``, ``draw_picture`` makes the part that it is in."""

KINDS: dict[str, Kind] = {}
COMPOSED = frozenset({"account"})
"""Mails that arrive with their text."""

FOR_HOSTS: set[str] = set()
"""What somebody has to know who runs the site or an event: no wish about mail on turns stops it, and it belongs to no
thread."""

LAST_WARNINGS: set[str] = set()
"""What still goes to guests who have stopped all emails, since without it they would lose something they have begun."""

STOPPED_BY: dict[str, str] = {}
"""Which wish of the reader stops a kind, one of ``unsubscribe.WISHES``; kinds that are not here always come."""


class Uncomposable(ValueError):
    """A row from which no mail can be made."""


def register(
    name: str, kind: Kind, *, for_hosts: bool = False, may_wait: bool = False, warns: bool = False, stopped_by: str = ""
) -> None:
    """Add a kind of mail; ``name`` is also that of its template's folder. An email whose ``context`` has a
    ``thread``, a word such as ``event-5``, is shown with the others of it. One that ``may_wait`` does so in its
    reader's quiet hours; one that ``warns`` is among the ``LAST_WARNINGS``. ``stopped_by`` is the wish without which it
    is not sent, and which the link at its foot turns off, one of ``unsubscribe.WISHES``."""
    if KINDS.setdefault(name, kind) is not kind:
        raise ValueError(f"There is already a kind of email called {name}.")
    if for_hosts:
        FOR_HOSTS.add(name)
    if warns:
        LAST_WARNINGS.add(name)
    if may_wait:
        quiet_hours.HELD_IN_QUIET_HOURS.add(name)
    if stopped_by:
        STOPPED_BY[name] = stopped_by


def is_composed(mail: OutboxMail) -> bool:
    """Whether the email came with its text. Raises ``Uncomposable`` for a kind of mail that is not known."""
    if mail.kind not in KINDS and mail.kind not in COMPOSED:
        raise Uncomposable(f"There is no kind of email called {mail.kind}.")
    return mail.kind in COMPOSED
