"""Delivery of the email that announces a turn: whether it has reached its reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import TurnMail, User
from mail.bounces import dead_addresses
from mail.models import OutboxMail
from mail.preferences import quiet_hours
from matches.models import Match, Seat
from timekeeping import clock

KIND = "your_turn"
OF_THE_DAY = "digest"
LATE = timedelta(minutes=10)  # a mail that takes longer than this costs its reader time
Status = OutboxMail.Status


def turn_key(seat: Seat) -> str:
    """Return the key of the one email that tells a seat about the turn it is asked for now."""
    return key_of(seat, seat.asked_turn)


def key_of(seat: Seat, number: int | None) -> str:
    """Return the key of the one email that tells a seat about the turn of that number."""
    return f"{KIND}:{seat.pk}:{number}"


def is_turn_mail_undelivered(seat: Seat, at: datetime | None = None) -> bool:
    """Return whether the email about the turn that the seat is asked for is wanted and hasn't arrived.

    It still waits, was given up, has bounced, or would bounce. With ``at``: whether that was so at that moment, a short
    while ago.
    """
    return bool(undelivered_keys([seat], at))


def undelivered(seats: Iterable[Seat], at: datetime | None = None) -> list[Seat]:
    """Return the seats whose email about their turn is wanted and hasn't arrived.

    With ``at``: those of which that was so at that moment, a short while ago.
    """
    by_key = {turn_key(seat): seat for seat in seats}
    return [by_key[key] for key in undelivered_keys(by_key.values(), at)]


def was_sent(seat: Seat) -> bool:
    """Return whether a mail server has taken the email about the turn that the seat is asked for."""
    return OutboxMail.objects.filter(key=turn_key(seat), status=Status.SENT).exists()


def has_receipt(match: Match, number: int) -> bool:
    """Return whether a mail server has taken the receipt of the turn of that number."""
    keys = [f"receipt:{pk}" for pk in match.log.filter(number=number).values_list("pk", flat=True)]
    return OutboxMail.objects.filter(key__in=keys, status=Status.SENT).exists()


def told_at_once(seat: Seat, queued_at: datetime) -> bool:
    """Return whether the email about the turn was written when the turn was asked for.

    An email that its reader first did without and wanted later doesn't count: otherwise a wish at the last moment would
    gain time.
    """
    return seat.asked_at is not None and queued_at - seat.asked_at <= LATE


def undelivered_keys(seats: Iterable[Seat], at: datetime | None = None) -> set[str]:
    """Return the keys of the emails that are wanted and still wait, were given up or bounced, or would bounce."""
    by_key = {turn_key(seat): seat for seat in seats}
    since = dead_addresses.undeliverable_since(seat.player_id for seat in by_key.values() if seat.player_id)
    not_there = Q(status__in=OutboxMail.NOT_THERE)
    if at is not None:
        not_there |= Q(status=Status.SENT, sent_at__gt=at)
    mails = OutboxMail.objects.filter(not_there, key__in=by_key, user__is_active=True)
    unwanted = Q(user__turn_mail__in=(TurnMail.NONE, TurnMail.DIGEST)) | quiet_hours.is_kept_for(clock.now())
    wanted = mails.exclude(unwanted).values_list("key", "queued_at")
    found = {key for key, queued_at in wanted if key and told_at_once(by_key[key], queued_at)}
    found |= {key for key, seat in by_key.items() if _cannot_be_told(seat, since)}
    return found | _untold_by_digests(by_key)


def _untold_by_digests(by_key: Mapping[str, Seat]) -> set[str]:
    """Return the keys of turns whose players get a daily email and have got none since they were asked."""
    seats = {key: seat for key, seat in by_key.items() if _is_told_daily(seat.player)}
    if not seats:
        return set()
    since = min(seat.asked_at for seat in seats.values() if seat.asked_at)
    digests = OutboxMail.objects.filter(kind=OF_THE_DAY, user__in={seat.player_id for seat in seats.values()})
    mails = list(digests.filter(queued_at__gte=since).exclude(status=Status.DROPPED))
    return {key for key, seat in seats.items() if _waits_for_one(seat, mails)}


def _is_told_daily(player: User | None) -> bool:
    return player is not None and player.is_active and player.turn_mail == TurnMail.DIGEST


def _waits_for_one(seat: Seat, digests: Iterable[OutboxMail]) -> bool:
    own = [
        mail for mail in digests if mail.user_id == seat.player_id and seat.asked_at and mail.queued_at >= seat.asked_at
    ]
    late = clock.now() - LATE
    return any(mail.due_at < late for mail in own) and all(mail.status in OutboxMail.NOT_THERE for mail in own)


def last_digest(player: User) -> datetime | None:
    """Return when the last daily email that the player got was written."""
    sent = OutboxMail.objects.filter(user=player, kind=OF_THE_DAY, status=Status.SENT)
    return sent.order_by("-queued_at").values_list("queued_at", flat=True).first()


def _cannot_be_told(seat: Seat, since: Mapping[int, datetime]) -> bool:
    """Return whether the turn was asked for while no email reached the player, whichever should have told of it."""
    failed_at = since.get(seat.player_id or 0)
    return failed_at is not None and seat.asked_at is not None and seat.asked_at >= failed_at
