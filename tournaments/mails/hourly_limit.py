"""Emails to organisers that may have many causes: sent at once, but at most one an hour.

Each lists everything that there is to tell when it is sent.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from mail.outbox.queue import queue_mail
from timekeeping import clock

HOUR = timedelta(hours=1)


def tell(kind: str, user: User, about: int, context: dict[str, Any]) -> None:
    """Queue an email in the transaction of its cause: at once, or for the next hour if one was queued this hour.

    ``about`` is the number of its subject.
    """
    now = clock.now()
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    first = queue_mail(kind, user=user, context=context, key=_key(kind, about, user, hour))
    if first is None:  # this hour's mail may be out already
        later = hour + HOUR
        queue_mail(kind, user=user, context=context, key=_key(kind, about, user, later), now=later)


def _key(kind: str, about: int, user: User, hour: datetime) -> str:
    return f"{kind}:{about}:{user.pk}:{hour:%Y%m%d%H}"
