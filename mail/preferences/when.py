"""What a player wishes of mail: when to send none, and how often.

An email that waits because its reader wishes so has the moment in ``waits_until``. Such a wait is no one's fault: it
holds no clock and gives no time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q

from accounts.models import TurnMail, User
from accounts.preferences import known_zone
from jobs import clock
from mail.models import OutboxMail

from . import quiet_hours

Status = OutboxMail.Status
AGAIN_AFTER = timedelta(minutes=1)
MOVED_BY = frozenset({"quiet_from", "quiet_to", "time_zone"})  # fields of a player
LEAST_NOTICE = timedelta(hours=1)  # a reminder is of no use where quiet hours leave less of the time
HELD_IN_QUIET_HOURS: set[str] = set()
"""The kinds of mail that wait in quiet hours. What does not wait: answers to the reader's own mails, mails about the
account, and mails to those who run something."""


class Postponed(Exception):
    """An email must be looked at again ``until`` then: what becomes of another decides about it."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def zone_of(user: User) -> ZoneInfo:
    return known_zone(user.time_zone) or ZoneInfo("UTC")


# -- quiet hours ---------------------------------------------------------------------------------------------------


def waits_until(kind: str, user: User | None, due: datetime, *, deadline: datetime | None = None) -> datetime | None:
    """How long an email that is due then waits for its reader's quiet hours to end. ``deadline``: when the time that it
    warns of is over."""
    if user is None or user.quiet_from is None or user.quiet_to is None or kind not in HELD_IN_QUIET_HOURS:
        return None
    until = quiet_hours.quiet_until(user.quiet_from, user.quiet_to, zone_of(user), due)
    too_late = until is not None and deadline is not None and deadline < until + LEAST_NOTICE
    return None if too_late else until


def hours_changed(user: User) -> None:
    """Have the emails that wait for quiet hours wait no longer than the player wishes now."""
    now = clock.now()
    waiting = OutboxMail.objects.filter(user=user, status=Status.QUEUED, leased_until=None, waits_until__gt=now)
    until = waits_until("your_turn", user, now) or now
    waiting.filter(waits_until__gt=until).update(next_try_at=until, waits_until=until)


def is_kept_for(now: datetime) -> Q:
    """Of emails: that they wait only because their readers wish so, or will not be sent for that reason."""
    told = OutboxMail.objects.filter(pk=OuterRef("user__told_by"), status=Status.SENT).exclude(pk=OuterRef("pk"))
    waits = Q(status=Status.QUEUED, waits_until__gt=now)
    return waits | (Q(user__turn_mail=TurnMail.UNTIL_RETURN) & Q(Exists(told)))


# -- one mail until the player is back -------------------------------------------------------------------------------


def is_to_be_told(mail: OutboxMail, user: User) -> bool:
    """Whether the reader of an email about a turn has been back since the last, for one who wishes for none before. The
    first to ask is the one that tells; while it is on its way the others wait, and where it does not arrive the next
    one takes its place. Raises ``Postponed``."""
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
    """The player has been here, or has answered: turns may be announced again. Whether that had to be noted, which
    happens once for an email."""
    if user.told_by is None:
        return False
    User.objects.filter(pk=user.pk, told_by=user.told_by).update(told_by=None)
    user.told_by = None
    return True
