"""The site was restored from a backup: what the reader's matches are now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import F
from django.urls import reverse

from i18n.text import listed, say
from jobs import clock
from mail.outbox.recipient import Recipient
from matches import links
from matches.mails import moments
from matches.models import Outage, OutboxMail, Seat

from .clock import LeaveLeft
from .waiting_turns import MOST_LISTED, entry_of, replying, with_matches


def restored(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Each match that runs, those with the reader's turn first. Readers without one organise something."""
    outage = Outage.objects.filter(pk=mail.context["outage"]).first()
    if outage is None or reader.user is None:
        return None
    running = Seat.objects.filter(player=reader.user, finished_at=None)
    soonest = F("number").asc(nulls_last=True), F("deadline").asc(nulls_last=True)
    seats = list(with_matches(running).order_by(*soonest, "pk"))
    shown = seats[:MOST_LISTED]
    return {
        "began": moments.moment(outage.began_at),
        "ended": moments.moment(outage.ended_at),
        "entries": list(_entries(shown)),
        "more": len(seats) - len(shown),
        **(replying(seats) if [seat.number is not None for seat in seats] == [True] else {}),
        "matches_url": "" if reader.user.is_guest else settings.SITE_URL + reverse("matches:list"),
    }


def _entries(seats: list[Seat]) -> Iterator[dict[str, Any]]:
    asked = [seat for seat in seats if seat.number is not None]
    urls = {seat.pk: links.url(token) for seat, token in zip(asked, links.mint_turns(asked), strict=True)}
    left = LeaveLeft(clock.now())
    for seat in seats:
        yield {**_as_it_stands(seat), **(entry_of(seat, left, urls[seat.pk]) if seat.pk in urls else {})}


def _as_it_stands(seat: Seat) -> dict[str, Any]:
    match = seat.match
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    to_move = [other.name for other in others if other.number is not None]
    return {
        "name": str(match),
        "occasion": match.occasion,
        "opponents": listed([other.name for other in others]),
        "ask": say("%(names)s to move.", names=listed(to_move)) if to_move else "",
        "last_turn": moments.moment(match.last_turn_at) if match.next_number > 1 and match.log_length else "",
        "board": match.game.text_board(match.game.view(match.loaded_state, seat.index)).strip("\n"),
    }
