"""Quiet hours, and how long emails wait for their end if their kind may wait (``MailKind.may_wait``).

Answers to the reader's own emails, emails about the account and those to people who run something don't wait. An email
that waits has the time in ``waits_until``. Such a wait is the reader's own wish, and no one's fault: it stops no clock
and gains no time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from timekeeping import clock

from .wall_clock import quiet_until, zone_of

Status = OutboxMail.Status
MOVED_BY = frozenset({"quiet_from", "quiet_to", "time_zone"})  # fields of a player
LEAST_NOTICE = timedelta(hours=1)  # a reminder is useless if quiet hours leave less time


def waits_until(user: User | None, due: datetime, *, deadline: datetime | None = None) -> datetime | None:
    """Return the end of the quiet hours that an email due at ``due`` waits for; ``None`` if it doesn't wait.

    ``deadline`` is the end of the time that the email warns about. It doesn't wait if the warning would then come too
    late.
    """
    if user is None or user.quiet_from is None or user.quiet_to is None:
        return None
    until = quiet_until(user.quiet_from, user.quiet_to, zone_of(user), due)
    too_late = until is not None and deadline is not None and deadline < until + LEAST_NOTICE
    return None if too_late else until


def hours_changed(user: User) -> None:
    """Shorten the wait of emails held for quiet hours to what the player now wants."""
    now = clock.now()
    waiting = OutboxMail.objects.filter(user=user, status=Status.QUEUED, leased_until=None, waits_until__gt=now)
    until = waits_until(user, now) or now
    waiting.filter(waits_until__gt=until).update(next_try_at=until, waits_until=until)


def is_kept_for(now: datetime) -> Q:
    """Return a filter for emails that only their readers' own wishes hold back, or keep from being sent at all."""
    told = OutboxMail.objects.filter(pk=OuterRef("user__told_by"), status=Status.SENT).exclude(pk=OuterRef("pk"))
    waits = Q(status=Status.QUEUED, waits_until__gt=now)
    return waits | (Q(user__turn_mail=TurnMail.UNTIL_RETURN) & Q(Exists(told)))
