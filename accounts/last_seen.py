"""A player's presence, as far as others may know it: roughly when they were last here, and what their clock shows."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from i18n import dates
from timekeeping.time_zones import known_zone

from .models import User

NOTED_EACH = timedelta(hours=1)
NOT_CHOSEN = "UTC"  # what an account has until its player chooses; few live there
WEEK, MONTH = 7, 31


def note_visit(user: User, now: datetime, *, on_site: bool = False) -> None:
    """Note that the player was here: at most once an hour, to keep pages cheap, or at once if the visit is awaited.

    ``on_site``: the player is logged in and looks at a page, not at an email or a page that a link in one opens.
    """
    noted = user.on_site_at if on_site else user.seen_at
    if noted is None or noted <= now - NOTED_EACH or (on_site and user.visit_awaited):
        _write(user, now, on_site=on_site)


def await_visit(player_id: int) -> None:
    """Have the player's next visit to the site noted even if it is soon after the last, since a clock waits for it."""
    User.objects.filter(pk=player_id, visit_awaited=False).update(visit_awaited=True)


def _write(user: User, now: datetime, *, on_site: bool) -> None:
    """Store the visit without waiting for the disk: losing one does no harm.

    Inside a transaction it is written with the rest.
    """
    words = (
        "UPDATE accounts_user SET seen_at = %s, on_site_at = coalesce(%s, on_site_at), "
        "visit_awaited = visit_awaited AND %s WHERE id = %s"
    )
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        words = f"SET LOCAL synchronous_commit TO off; {words}"  # both run in one transaction
    with connection.cursor() as cursor:
        moment = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(words, [moment, moment if on_site else None, not on_site, user.pk])


def last_seen(user: User, now: datetime) -> str:
    """Say when the player was here, in days of the active time zone, such as "seen today".

    Return "" if that isn't known or the player hides it. For guests, who can't hide it, it never says more than "seen
    today".
    """
    if user.seen_at is None or user.hides_presence:
        return ""
    days = (timezone.localdate(now) - timezone.localdate(user.seen_at)).days
    if days <= 0:
        return _("seen today")
    return "" if user.is_guest else _longer_ago(days)


def _longer_ago(days: int) -> str:
    if days == 1:
        return _("seen yesterday")
    if days <= WEEK:
        return _("seen in the past week")
    if days <= MONTH:
        return _("seen in the past month")
    return _("not seen for over a month")


def local_time(user: User, now: datetime) -> str:
    """Return the time on the player's clock, such as "21:05", if it differs from the reader's.

    Return "" otherwise, for guests, and if it isn't known or the player hides it.
    """
    zone = None if user.is_guest or user.hides_presence or user.time_zone == NOT_CHOSEN else known_zone(user.time_zone)
    if zone is None:
        return ""
    theirs = now.astimezone(zone)
    return "" if theirs.utcoffset() == timezone.localtime(now).utcoffset() else dates.time_of_day(theirs.time())
