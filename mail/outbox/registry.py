"""The kinds of emails that the site can send. Each part of the site registers its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mail.models import OutboxMail
from mail.preferences import quiet_hours

from .recipient import Recipient

Kind = Callable[[OutboxMail, Recipient], dict[str, Any] | None]
"""A function from the row and its reader to what the template ``email/<kind>/mail.txt`` needs.

It returns ``None`` if there is no longer a reason to send the email. If the HTML shows a ``picture``, ``draw_picture``
makes the part with it.
"""

KINDS: dict[str, Kind] = {}
COMPOSED = frozenset({"account"})
"""Kinds of emails that are queued with their text."""

FOR_HOSTS: set[str] = set()
"""Kinds for people who run the site or an event: no wish about emails stops them, and they belong to no thread."""

LAST_WARNINGS: set[str] = set()
"""Kinds that guests still get after stopping all emails, since otherwise they would lose something they have begun."""

STOPPED_BY: dict[str, str] = {}
"""The reader's wish that stops a kind, one of ``unsubscribe.WISHES``; kinds that aren't here always come."""


class Uncomposable(ValueError):
    """Raised for a row from which no email can be made."""


def register(
    name: str, kind: Kind, *, for_hosts: bool = False, may_wait: bool = False, warns: bool = False, stopped_by: str = ""
) -> None:
    """Add a kind of email; ``name`` is also that of its template's folder.

    ``for_hosts``: it is for people who run something, and can't be turned off. ``may_wait``: it waits for the end of
    its reader's quiet hours. ``warns``: it is one of the ``LAST_WARNINGS``. ``stopped_by``: the reader's wish, one of
    ``unsubscribe.WISHES``, without which it isn't sent, and which the link at its foot turns off. An email whose
    ``context`` has a ``thread``, a word such as ``event-5``, is shown with the others of that thread.
    """
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
    """Return whether the email was queued with its text. Raises ``Uncomposable`` for an unknown kind of email."""
    if mail.kind not in KINDS and mail.kind not in COMPOSED:
        raise Uncomposable(f"There is no kind of email called {mail.kind}.")
    return mail.kind in COMPOSED
