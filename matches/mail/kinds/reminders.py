"""A reminder of turns that wait, of one match or of several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import F, Prefetch
from django.urls import reverse

from matches import clocks
from matches.clockwords import span
from matches.lines import listed
from matches.mail import links
from matches.mail.reader import Reader
from matches.models import Match, OutboxMail, Reminder, Seat

from .clock import LeaveLeft, clock_of
from .examples import examples
from .outages import told
from .table import replies_to

MOST_LISTED = 30


def reminder(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    """Moot once none of the turns waits any more. A reminder of one match belongs to the thread of that match."""
    if reader.user is None or not reader.wants_turn_mail:
        return None
    now = clocks.now()
    waiting = _waiting(mail, reader)
    seats = waiting[:MOST_LISTED]
    if not seats:
        return None
    _file(mail, seats[0].match if len(waiting) == 1 else None)
    left = LeaveLeft(now)
    tokens = links.mint_turns(seats)
    return {
        "entries": [_entry(seat, left, links.url(token)) for seat, token in zip(seats, tokens, strict=True)],
        "count": len(waiting),
        "more": len(waiting) - len(seats),
        "outages": told(seats),
        "matches_url": "" if reader.user.is_guest else settings.SITE_URL + reverse("matches:list"),
        **_thread(mail),
        **_replying(seats),
    }


def _waiting(mail: OutboxMail, reader: Reader) -> list[Seat]:
    """Each seat once, the one whose time ends first at the front; without those that are not asked for that turn any
    more, and those whose clocks are held. One whose time is over stays: an outage may be given back, and nobody is
    reminded of the same again."""
    everybody = Prefetch("match__seats", Seat.objects.select_related("player"))
    reminders = Reminder.objects.filter(pk__in=mail.context["reminders"], number=F("seat__number"))
    seats = Seat.objects.filter(pk__in=reminders.values("seat"), player=reader.user, held="")
    rows = seats.select_related("match__leave_pool", "player").prefetch_related(everybody)
    return list(rows.order_by("deadline", "pk"))


def _file(mail: OutboxMail, match: Match | None) -> None:
    """Put the mail into the thread of that match, or of none."""
    if mail.match != match:
        mail.match = match
        mail.save(update_fields=["match"])


def _thread(mail: OutboxMail) -> dict[str, Any]:
    """What the subject of a match's thread says."""
    if mail.match is None:
        return {}
    seats: Iterable[Seat] = mail.match.seats.all()
    return {
        "match": mail.match,
        "game_name": mail.match.game.name,
        "players": " – ".join(seat.name for seat in seats),
    }


def _replying(seats: list[Seat]) -> dict[str, Any]:
    """How to answer by mail: possible where it is clear which match is meant."""
    if len(seats) > 1 or not settings.REPLY_DOMAIN:
        return {}
    (seat,) = seats
    state = seat.match.loaded_state
    others = [other for other in seat.match.seats.all() if other.pk != seat.pk]
    (example,) = examples(seat.match.game, state, seat.index, 1)
    decision = seat.match.game.decision(state, seat.index)
    token = links.mint_reply(seat.match, seat)
    return {"reply_to": replies_to(others, token), "example": example, "decision": decision}


def _entry(seat: Seat, left: LeaveLeft, url: str) -> dict[str, Any]:
    match = seat.match
    assert seat.deadline is not None
    return {
        "name": str(match),
        "opponents": listed([other.name for other in match.seats.all() if other.pk != seat.pk]),
        "ask": match.game.decision(match.loaded_state, seat.index).ask,
        "time": span(seat.deadline - left.now) if seat.deadline > left.now else "no time",
        **clock_of(match, seat, match.loaded_state, left),
        "url": url,
    }
