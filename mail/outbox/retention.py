"""Deletion of old emails to addresses without an account, which no account's deletion would delete."""

from __future__ import annotations

from datetime import datetime, timedelta

from mail.models import OutboxMail

KEPT_FOR = timedelta(days=30)  # long after any server would still return one


def forget_nobodys(now: datetime) -> int:
    """Delete emails to no player that were queued longer than ``KEPT_FOR`` ago; return how many.

    Those still to be sent stay.
    """
    old = OutboxMail.objects.filter(user=None, queued_at__lt=now - KEPT_FOR)
    return old.exclude(status=OutboxMail.Status.QUEUED).delete()[1].get(OutboxMail._meta.label, 0)
