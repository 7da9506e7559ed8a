"""Emails that an offer causes, and their readers. They are queued in the transaction of their cause."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from matches.mails.causes import reader_of, still_waits
from matches.models import Match, Offer, Place, Seat
from matches.time_control.time_control import NOTHING
from timekeeping import clock

SEAT_NEWS_AFTER = timedelta(minutes=15)
Status = OutboxMail.Status


def challenged(place: Place) -> None:
    _about_place("challenge", place, place.player)


def link_wanted(offer: Offer, reader: User, name: str, address: str) -> None:
    """Queue the link for an offer by link to a reader whose address, with a name, a visitor typed."""
    context = {"offer": offer.pk, "name": name, "address": address, "asked_for": True}
    queue_mail("challenge_link", user=reader, context=context)


def challenge_accepted(offer: Offer) -> None:
    """Tell the host that a challenge was accepted, unless the email about their first turn does."""
    asked = Seat.objects.filter(match=offer.match, player=offer.host, asked_turn__isnull=False)
    if (reader := reader_of(offer.host)) and (reader.turn_mail != TurnMail.EACH or not asked.exists()):
        key = f"challenge_accepted:{offer.pk}"
        queue_mail("challenge_accepted", user=reader, match=offer.match, context={"offer": offer.pk}, key=key)


def challenge_declined(place: Place, message: str) -> None:
    _about_place("challenge_declined", place, place.offer.host, message=message)


def challenge_withdrawn(place: Place) -> None:
    _about_place("challenge_withdrawn", place, place.player)


def seat_changed(place: Place, player: User, *, is_taken: bool, message: str = "") -> None:
    """Tell the host of a table that a player has taken a seat, with a message if there is one, or given it back.

    At most one such email goes out about a seat in a quarter of an hour, and none that becomes untrue before it is
    sent.
    """
    reader = reader_of(place.offer.host)
    if reader is None:
        return
    now = clock.now()
    lately = OutboxMail.objects.filter(user=reader, kind="seat_changed", queued_at__gt=now - 2 * SEAT_NEWS_AFTER)
    told = lately.filter(context__place=place.pk).exclude(status=Status.DROPPED)
    if told.filter(still_waits(now), context__player=player.pk).update(status=Status.DROPPED):
        return
    last = told.order_by("-next_try_at").first()
    after = max(last.next_try_at + SEAT_NEWS_AFTER - now, NOTHING) if last is not None else NOTHING
    about = {"offer": place.offer_id, "place": place.pk}
    known = {**about, "player": player.pk, "is_taken": is_taken, "message": message}
    key = f"seat_changed:{place.pk}:{player.pk}:{now.timestamp()}"
    queue_mail("seat_changed", user=reader, context=known, key=key, now=now, after=after)


def match_begun(match: Match, players: Iterable[User]) -> None:
    """Tell players whom the lobby has paired, unless the email about their first turn does."""
    for player in players:
        asked = Seat.objects.filter(match=match, player=player, asked_turn__isnull=False)
        if (reader := reader_of(player)) and (player.turn_mail != TurnMail.EACH or not asked.exists()):
            queue_mail("match_begun", user=reader, match=match, key=f"match_begun:{match.pk}:{player.pk}", is_new=True)


def _about_place(kind: str, place: Place, user: User | None, **context: str) -> None:
    if reader := reader_of(user):
        known = {"offer": place.offer_id, "place": place.pk, **context}
        queue_mail(kind, user=reader, context=known, key=f"{kind}:{place.pk}")
