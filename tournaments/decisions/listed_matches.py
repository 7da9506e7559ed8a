"""The matches behind a decision, each with why it waits, for the organisers' page of their event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from matches.models import Seat
from matches.time_control.words import from_now
from timekeeping import clock
from tournaments.decisions.decision import Decision, Item, Kind
from tournaments.decisions.events import matches_of_kind, paused_seats
from tournaments.models import Event, Pairing, seated

MOST = 20  # matches listed of a kind; more are counted


def with_matches(event: Event, decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions; those about matches list them. A few queries for each kind, however many matches."""
    now = clock.now()
    return [_with_matches(event, each, now) if each.kind else each for each in decisions]


def _with_matches(event: Event, decision: Decision, now: datetime) -> Decision:
    rows = matches_of_kind(decision.kind, [event.pk], now)
    shown = list(_shown(rows, event)[: MOST + 1])
    seats = _paused(shown) if decision.kind == "paused" else {}
    items = tuple(Item(each, _why(decision.kind, each, seats, now)) for each in shown[:MOST])
    more = rows.count() - MOST if len(shown) > MOST else 0
    return replace(decision, items=items, more=more)


def _shown(rows: QuerySet[Pairing], event: Event) -> QuerySet[Pairing]:
    rows = rows.select_related("round", "match", "white__player", "black__player")
    return seated(rows.defer("match__state", "round__proposed").order_by("round__number", "board"), event)


def _paused(pairings: Iterable[Pairing]) -> dict[int | None, Seat]:
    """Return a paused seat of each match, by the match's id."""
    seats = paused_seats().filter(match__in=[each.match_id for each in pairings]).select_related("player")
    return {seat.match_id: seat for seat in seats.order_by("-pk")}


def _why(kind: Kind, pairing: Pairing, seats: dict[int | None, Seat], now: datetime) -> str:
    match kind:
        case "overdue":
            due_at = pairing.round.due_at
            return _("due %(ago)s") % {"ago": from_now(due_at - now)} if due_at else ""
        case "paused":
            seat = seats.get(pairing.match_id)
            return (
                _("%(name)s’s clock: %(why)s") % {"name": seat.name, "why": seat.get_stopped_display()} if seat else ""
            )
        case _:
            at = pairing.match.last_turn_at if pairing.match else None
            return _("last turn %(ago)s") % {"ago": from_now(at - now)} if at else ""
