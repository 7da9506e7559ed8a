"""The one email about a turn that a player gets until they are back: which it is, and when the next may follow."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from timekeeping import clock

Status = OutboxMail.Status
AGAIN_AFTER = timedelta(minutes=1)


class Postponed(Exception):
    """Raised if another email decides whether this one is sent. ``until`` is when to look again."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def is_to_be_told(mail: OutboxMail, user: User) -> bool:
    """Return whether to send this email about a turn, for a player who wants only one until their next visit.

    The first to ask is the one that is sent. While it is on its way, the others wait; if it doesn't arrive, the next
    one takes its place. Raises ``Postponed``.
    """
    if user.turn_mail != TurnMail.UNTIL_RETURN:
        return True
    told_by = User.objects.filter(pk=user.pk).values_list("told_by", flat=True).first()
    if told_by == mail.pk:
        return True
    other = OutboxMail.objects.filter(pk=told_by).first() if told_by is not None else None
    if other is not None and other.status == Status.SENT:
        return False
    now = clock.now()
    is_free = not _is_on_its_way(other, now)
    if not (is_free and User.objects.filter(pk=user.pk, told_by=told_by).update(told_by=mail.pk)):
        raise Postponed(now + AGAIN_AFTER)
    return True


def _is_on_its_way(mail: OutboxMail | None, now: datetime) -> bool:
    if mail is None or mail.status != Status.QUEUED:
        return False
    return mail.leased_until is not None and mail.leased_until > now


def clear_pending_notice(user: User) -> bool:
    """Let turns be announced again, after the player has been here or has answered. False if nothing held them back."""
    if user.told_by is None:
        return False
    User.objects.filter(pk=user.pk, told_by=user.told_by).update(told_by=None)
    user.told_by = None
    return True
