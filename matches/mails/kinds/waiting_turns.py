"""Turns that wait for the reader, as emails about several matches list them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from i18n.text import listed
from mail.outbox.recipient import Recipient
from matches import links
from matches.clocks.words import span
from matches.models import Seat

from .clock import LeaveLeft, clock_of
from .examples import examples
from .match_context import replies_to
from .outages import told

MOST_LISTED = 30


def with_matches(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    everybody = Prefetch("match__seats", Seat.objects.select_related("player"))
    return seats.select_related("match__leave_pool", "player").prefetch_related(everybody)


def listing(waiting: Sequence[Seat], reader: Recipient, left: LeaveLeft) -> dict[str, Any]:
    """An entry with a link for each of them, as far as there is room, and how to answer. ``waiting`` are
    ``with_matches``, in the order in which they are shown."""
    seats = waiting[:MOST_LISTED]
    tokens = links.mint_turns(seats)
    is_guest = reader.user is not None and reader.user.is_guest
    return {
        "entries": [entry_of(seat, left, links.url(token)) for seat, token in zip(seats, tokens, strict=True)],
        "count": len(waiting),
        "more": len(waiting) - len(seats),
        "outages": told(seats),
        "matches_url": "" if is_guest else settings.SITE_URL + reverse("matches:list"),
        **replying(waiting),
    }


def replying(seats: Sequence[Seat]) -> dict[str, Any]:
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


def entry_of(seat: Seat, left: LeaveLeft, url: str) -> dict[str, Any]:
    match = seat.match
    return {
        "name": str(match),
        "occasion": match.occasion,
        "opponents": listed([other.name for other in match.seats.all() if other.pk != seat.pk]),
        "ask": match.game.decision(match.loaded_state, seat.index).ask,
        "time": _time_left(seat, left),
        "has_run_out": seat.deadline is not None and seat.deadline <= left.now,
        **clock_of(match, seat, match.loaded_state, left),
        "url": url,
    }


def _time_left(seat: Seat, left: LeaveLeft) -> str:
    """ "" where none is left, and where no time runs out: the clock stands still."""
    return span(seat.deadline - left.now) if seat.deadline is not None and seat.deadline > left.now else ""
