"""The kinds of emails that the site can send. Each part of the site registers its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mail.models import OutboxMail

from .recipient import Recipient

Prepare = Callable[[OutboxMail, Recipient], dict[str, Any] | None]
"""A function from the row and its reader to what the template ``email/<kind>/mail.txt`` needs.

It returns ``None`` if there is no longer a reason to send the email. If the HTML shows a ``picture``, ``draw_picture``
makes the part with it.
"""


@dataclass(frozen=True, slots=True)
class MailKind:
    """What the outbox knows about a kind of email, apart from its words.

    ``for_hosts``: it is for people who run the site or an event, so it can't be turned off, and it is in no thread.
    ``may_wait``: it waits for the end of its reader's quiet hours. ``warns``: it goes even to guests who have stopped
    all emails, since without it they would lose something. ``stopped_by``: the reader's wish, one of
    ``unsubscribe.WISHES``, without which it isn't sent, and which the link at its foot turns off; "" if there is none.
    """

    prepare: Prepare
    for_hosts: bool = False
    may_wait: bool = False
    warns: bool = False
    stopped_by: str = ""


KINDS: dict[str, MailKind] = {}
COMPOSED = frozenset({"account"})
"""Kinds of emails that are queued with their text."""


class Uncomposable(ValueError):
    """Raised for a row from which no email can be made."""


def register(kinds: Mapping[str, MailKind]) -> None:
    """Add kinds of emails by their names, which are also those of their templates' folders."""
    for name, kind in kinds.items():
        if KINDS.setdefault(name, kind) is not kind:
            raise ValueError(f"There is already a kind of email called {name}.")


def kinds_for_hosts() -> set[str]:
    return {name for name, kind in KINDS.items() if kind.for_hosts}


def is_composed(mail: OutboxMail) -> bool:
    """Return whether the email was queued with its text. Raises ``Uncomposable`` for an unknown kind of email."""
    if mail.kind not in KINDS and mail.kind not in COMPOSED:
        raise Uncomposable(f"There is no kind of email called {mail.kind}.")
    return mail.kind in COMPOSED
