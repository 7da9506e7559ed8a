"""What becomes of a turn's clock when the mail that announces it arrives, or does not.

The mail's own fate is written down before. Where the match is busy then, the sweep comes back to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.db import OperationalError

from fortify_site.accounts.models import TurnMail
from matches import clocks
from matches.models import OutboxMail, Seat, Turn
from matches.refusal import Refused

from .bounces import reach

log = logging.getLogger(__name__)

KIND = "your_turn"
LATE = timedelta(minutes=10)  # a mail that takes longer than this costs its reader time
BATCH = 500
Status = OutboxMail.Status
NOT_THERE = (Status.QUEUED, Status.PARKED, Status.BOUNCED)


def turn_key(seat: Seat) -> str:
    """The key of the one mail that tells a seat of the turn it is asked for now."""
    return key_of(seat, seat.number)


def key_of(seat: Seat, number: int | None) -> str:
    """The same of a turn that it was asked for."""
    return f"{KIND}:{seat.pk}:{number}"


def is_undelivered(seat: Seat) -> bool:
    """Whether the mail about the turn that the seat is asked for still waits, was given up or came back, or would, and
    is wanted."""
    return bool(_undelivered([seat]))


def was_sent(seat: Seat) -> bool:
    """Whether a mail server has taken the mail about the turn that the seat is asked for."""
    return OutboxMail.objects.filter(key=turn_key(seat), status=Status.SENT).exists()


def told_at_once(seat: Seat, queued_at: datetime) -> bool:
    """Whether a mail about the turn was written when the turn was asked for. One that its reader did without at first,
    and wished for later, gives no time: else a wish at the last moment would."""
    return seat.asked_at is not None and queued_at - seat.asked_at <= LATE


def begins_clock(seat: Seat, queued_at: datetime, now: datetime) -> bool:
    """Whether the clock begins when the mail that was written then arrives now: it was held for it, or ran while it
    was late."""
    if seat.held == Seat.Held.MAIL:
        return True
    is_late = now - queued_at > LATE and told_at_once(seat, queued_at)
    return is_late and seat.running_since is not None and not seat.runs_unnoticed


def _undelivered(seats: Iterable[Seat]) -> set[str]:
    """The keys of the mails that still wait, were given up or came back, or that would, and are wanted."""
    by_key = {turn_key(seat): seat for seat in seats}
    since = reach.undeliverable_since(seat.player_id for seat in by_key.values() if seat.player_id)
    mails = OutboxMail.objects.filter(key__in=by_key, status__in=NOT_THERE, user__is_active=True)
    wanted = mails.exclude(user__turn_mail=TurnMail.NONE).values_list("key", "queued_at")
    found = {key for key, queued_at in wanted if key and told_at_once(by_key[key], queued_at)}
    return found | {key for key, seat in by_key.items() if _cannot_be_told(seat, since)}


def _cannot_be_told(seat: Seat, since: Mapping[int, datetime]) -> bool:
    """Whether the turn was asked for while no mail reached the player, whichever mail was to tell of it."""
    failed_at = since.get(seat.player_id or 0)
    return failed_at is not None and seat.asked_at is not None and seat.asked_at >= failed_at


def failed(mail: OutboxMail) -> None:
    """The mail was given up, or came back: its reader's clock is held."""
    from matches import play  # the gate queues mails

    if mail.kind == KIND:
        _followed(mail, partial(play.notice_failed, mail.context["seat"], mail.context["number"]))


def arrived(mail: OutboxMail) -> None:
    """A mail server has taken the mail: a clock that was held for it runs again, one that ran while it was late begins
    anew."""
    from matches import play  # the gate queues mails

    if mail.kind == KIND:
        act = partial(play.notice_arrived, mail.context["seat"], mail.context["number"], mail.queued_at)
        _followed(mail, act)


def release_held() -> int:
    """Start the clocks that are held for mails which have since been sent, or which nobody wants any more, as when
    their reader has left; how many."""
    from matches import play  # the gate queues mails

    released, last = 0, 0
    held = Seat.objects.filter(held=Seat.Held.MAIL, number__isnull=False).order_by("pk")
    while batch := list(held.filter(pk__gt=last)[:BATCH]):
        waited_for = _undelivered(batch)
        for seat in batch:
            if turn_key(seat) not in waited_for:
                act = partial(play.notice_arrived, seat.pk, seat.number or 0, seat.asked_at or clocks.now())
                released += _followed(seat, act)
        last = batch[-1].pk
    return released


def _followed(what: OutboxMail | Seat, act: Callable[[], Turn | None]) -> bool:
    try:
        return act() is not None
    except (Refused, OperationalError) as error:
        log.warning("the clock of %s could not follow its mail now (%s); the sweep will see to it", what, error)
    except Exception:  # one match that cannot be read, for whatever reason, must not stop mails and clocks of others
        log.exception("the clock of %s could not follow its mail", what)
    return False
