"""How an event begins: its entries get their numbers, the first colour is drawn, and round 1 is asked for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial

from fortify_site.accounts.models import User
from matches import clocks
from matches.lines import one_line

from . import gate, going_on, numbers, rating, schedules
from .acceleration import first_half, is_baku_possible
from .history import Colour
from .log import Kind, note
from .models import Entry, Event
from .refusal import Refused

FEWEST = 2
MOST_IN_A_ROUND_ROBIN = 60


def begin(event: Event, *, by: User | None = None, reason: str = "") -> Event:
    """Begin an event that is open for entries. Asking twice does it once. Raises ``Refused``."""
    return gate.decide(event.pk, partial(_begin, by=by, reason=reason))


def _begin(event: Event, *, by: User | None, reason: str) -> Event:
    if event.stage == Event.Stage.RUNNING:
        return event
    if event.stage != Event.Stage.REGISTRATION:
        raise Refused("Only an event that is open for entries can begin.", status=409)
    entries = list(event.entries.filter(status=Entry.Status.ENTERED).select_related("player"))
    taking_part = [entry for entry in entries if not event.check_in or entry.checked_in_at]
    _refuse_wrong_number(event, len(taking_part))
    order = _numbered(event, taking_part)
    event.stage = Event.Stage.RUNNING
    event.begun_at = clocks.now()
    event.initial_colour = event.initial_colour or secrets.choice([colour.value for colour in Colour])
    event.rounds = event.rounds if event.is_swiss else len(schedules.of(order, event.cycles))
    event.save(update_fields=["stage", "begun_at", "initial_colour", "rounds"])
    note(event, Kind.EVENT, _words(event, len(order), len(entries)), by=by, reason=one_line(reason))
    if not event.is_swiss:
        schedules.draw_up(event, order)
    going_on.go_on(event)
    return event


def _numbered(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    _rate(event, entries)
    order = numbers.in_order(event, entries)
    numbers.give(order)
    if event.is_swiss and event.accelerated and is_baku_possible(event.scoring):
        group = first_half([entry.pk for entry in order])
        Entry.objects.filter(pk__in=group).update(is_accelerated=True)
    return order


def _rate(event: Event, entries: Sequence[Entry]) -> None:
    """By what is known of each player in the game, unless an organiser has said a rating."""
    unrated = [entry for entry in entries if entry.player is not None and not entry.rating]
    known = rating.seed_ratings([entry.player for entry in unrated if entry.player is not None], event.game_slug)
    for entry in unrated:
        assert entry.player_id is not None
        entry.rating = known[entry.player_id]
    Entry.objects.bulk_update(unrated, ["rating"], batch_size=200)


def _refuse_wrong_number(event: Event, count: int) -> None:
    if count < FEWEST:
        who = "has checked in" if event.check_in else "has entered"
        so_far = f"only one {who}" if count else f"nobody {who}"
        raise Refused(f"An event needs at least two players, and {so_far}.", status=409)
    most = count - 1 + count % 2
    if event.is_swiss and event.rounds > most:
        raise Refused(
            f"With {count} players nobody can have more than {most} opponents, and this event has {event.rounds} "
            "rounds: give it fewer.",
            "rounds",
            409,
        )
    if not event.is_swiss and count > MOST_IN_A_ROUND_ROBIN:
        raise Refused(
            f"{count} players are too many for a round robin, which can have {MOST_IN_A_ROUND_ROBIN}: make it a Swiss.",
            "format",
            409,
        )


def _words(event: Event, count: int, entered: int) -> str:
    rounds = f"{event.rounds} rounds" if event.rounds > 1 else "one round"
    words = f"The event began with {count} players and {rounds}"
    if not event.is_swiss:
        return f"{words}."
    first = event.game.first_seat if event.initial_colour == Colour.WHITE else f"not {event.game.first_seat}"
    missing = f"; {entered - count} had not checked in" if entered > count else ""
    return f"{words}{missing}. Drawn for number 1 in round 1: {first}."
