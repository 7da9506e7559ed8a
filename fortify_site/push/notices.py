"""Notices as rows, written with their cause and delivered at least once, under a lease, as emails are.

A device that its push service no longer knows is removed. Players may have quiet hours, since some unlock the phone at
night: a notice then waits for their end, and is dropped if the turn has been played by then.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from fortify_site.api.webhooks import post
from i18n.text import listed
from jobs.broker import Job, broker
from jobs.lease import LeasedRows
from mail.preferences.wall_clock import quiet_until, zone_of
from matches.input.text import cut
from matches.live.pages import waiting_state
from matches.models import Match, Seat
from timekeeping import clock

from .encrypt import authorization, encrypt, private_key
from .models import Device, Notice

Status = Notice.Status
DELIVER_NOTICE: Final = Job[int]("fortify_site.push.tasks.deliver_notice")
WAITS: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
NOTICES: Final = LeasedRows(
    Notice.objects.select_related("device__user", "seat__match"),
    DELIVER_NOTICE,
    waiting=Status.QUEUED,
    waits=WAITS,
    counts_lost=False,
)
GONE: Final = frozenset({404, 410})  # RFC 8030, 7.3
LIFE: Final = 24 * 3600  # seconds for which a push service holds it for a device that is off
KEPT_FOR: Final = timedelta(days=7)
LOST: Final = "The worker died."


# -- writing -------------------------------------------------------------------------------------------------------


def write_notices(seat: Seat, is_at_it: bool = False, **_: object) -> None:
    """Write a row for each device of the seat's player, in the caller's transaction.

    ``is_at_it``: the player has the turn on the page already, and needs no notice.
    """
    if is_at_it or not settings.PUSH_KEY or seat.asked_turn is None or seat.player is None or not seat.player.is_active:
        return
    for device in Device.objects.filter(user=seat.player):
        _queue(device, seat, seat.asked_turn, seat.player)


def _queue(device: Device, seat: Seat, number: int, player: User) -> None:
    now = clock.now()
    due = _quiet_until(player, now) or now
    row, is_new = Notice.objects.get_or_create(
        device=device, seat=seat, number=number, defaults={"made_at": now, "next_try_at": due}
    )
    if is_new and due == now:
        transaction.on_commit(partial(broker.ask_soon, DELIVER_NOTICE, row.pk), robust=True)


def _quiet_until(player: User, now: datetime) -> datetime | None:
    if player.quiet_from is None or player.quiet_to is None:
        return None
    return quiet_until(player.quiet_from, player.quiet_to, zone_of(player), now)


# -- delivering ----------------------------------------------------------------------------------------------------


def sweep_notices() -> int:
    """Ask workers for notices that are due, unless too many jobs wait; return how many were asked for."""
    return NOTICES.ask_for(NOTICES.due(clock.now()))


def continue_notices() -> None:
    """Ask for more notices as soon as the workers have done those they were asked for."""
    if NOTICES.is_idle():
        sweep_notices()


def deliver_due() -> int:
    """Deliver all due notices in this process, and return how many were looked at."""
    return NOTICES.work_off(deliver)


def deliver(pk: int) -> None:
    """Take a notice that is due, and send it, drop it, postpone it or give it up."""
    notice = NOTICES.claim(pk)
    if notice is None:
        return
    if notice.attempts > len(WAITS) + 1:  # the worker that had it before didn't finish
        NOTICES.close(notice, status=Status.PARKED, answer=LOST)
        return
    if not settings.PUSH_KEY or not _is_still_asked(notice):
        NOTICES.close(notice, status=Status.DROPPED)
        return
    if until := _quiet_until(notice.device.user, now := clock.now()):
        NOTICES.put_off(notice, until - now)
        return
    answer = _send(notice.device, message_of(notice), notice.seat.match)
    if answer.is_success:
        NOTICES.close(notice, status=Status.SENT, answer=answer.words)
    elif answer.status in GONE:
        notice.device.delete()
    elif wait := NOTICES.wait_after(notice.attempts):
        NOTICES.put_off(notice, wait, answer=cut(answer.words, 300))
    else:
        NOTICES.close(notice, status=Status.PARKED, answer=cut(answer.words, 300))


def _is_still_asked(notice: Notice) -> bool:
    """Return whether it is still the turn of the player whose device it is, who may have changed."""
    return notice.seat.asked_turn == notice.number and notice.seat.player_id == notice.device.user_id


def message_of(notice: Notice) -> dict[str, Any]:
    """Return what templates/pages/sw.js shows, which says nothing of the position.

    ``waiting`` is the number for the app's badge.
    """
    seat, player = notice.seat, notice.device.user
    together = seat.match.game.together
    table = seat.match.seats.select_related("player")
    others = [] if together else [other.name for other in table if other.pk != seat.pk]
    with translation.override(player.language):
        title = _("Your turn against %(names)s") % {"names": listed(others)} if others else _("Your turn")
        return {
            "title": title,
            "body": str(seat.match.game.name),
            "url": seat.match.get_absolute_url(),
            "tag": f"match-{seat.match_id}",
            "waiting": waiting_state(player.pk).waiting,
        }


def _send(device: Device, message: dict[str, Any], match: Match) -> post.PostAnswer:
    body = encrypt(json.dumps(message).encode(), device.key, device.secret)
    now = int(clock.now().timestamp())
    headers = {
        "Authorization": authorization(private_key(settings.PUSH_KEY), device.address, settings.SITE_URL, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE),
        "Topic": f"match-{match.pk}",  # a later notice about the match replaces one not yet delivered
        "Urgency": "normal",
    }
    return post.post(device.address, headers, body)


# -- after a backup, and forgetting --------------------------------------------------------------------------------


def drop_queued(until: datetime) -> int:
    """Drop the notices that were queued by that moment, and return how many.

    They may have been sent before the site was restored from a backup.
    """
    waiting = Notice.objects.filter(status=Status.QUEUED, made_at__lte=until)
    return waiting.update(status=Status.DROPPED, leased_until=None)


def forget_notices() -> int:
    """Delete notices over a week old, and return how many."""
    return Notice.objects.filter(made_at__lt=clock.now() - KEPT_FOR).delete()[0]
