"""The start of an event: its entries get their numbers, the first colour is drawn, and round 1 is asked for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Colour
from i18n.text import Text, joined, say
from matches.input.text import one_line
from timekeeping import clock
from tournaments.entries import pairing_numbers, seeding
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds import advance

FEWEST = 2


@EVENT.transaction_with_retry
def begin(event: Event, *, by: User | None = None, reason: str = "") -> Event:
    """Begin an event that is open for entries. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    if event.stage == Event.Stage.RUNNING:
        return event
    if event.stage != Event.Stage.REGISTRATION:
        raise TournamentRefused(_("You can only begin an event that’s open for entries."), status=409)
    entries = list(event.entries.filter(status=Entry.Status.ENTERED).select_related("player"))
    taking_part = [entry for entry in entries if not event.check_in or entry.checked_in_at]
    missing = len(entries) - len(taking_part)
    competitors = event.rules.fix_competitors(event, taking_part)
    _refuse_wrong_number(event, len(competitors))
    order = _numbered(event, competitors)
    event.stage = Event.Stage.RUNNING
    event.begun_at = clock.now()
    event.initial_colour = event.initial_colour or secrets.choice([colour.value for colour in Colour])
    event.rounds = event.rules.rounds_for(event, len(order))
    event.save(update_fields=["stage", "begun_at", "initial_colour", "rounds", "given"])
    note(event, Kind.EVENT, _words(event, len(order), missing), by=by, reason=one_line(reason))
    event.rules.draw_up(event, order)
    advance.advance(event)
    return event


def _numbered(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Number the entries and return them in order, by the site's ratings unless an organiser has set one."""
    rated = seeding.with_known_ratings(event, entries)
    Entry.objects.bulk_update(rated, ["rating"], batch_size=200)
    order = pairing_numbers.in_order(event, entries)
    pairing_numbers.give_numbers(order)
    event.rules.accelerate(event, order)
    return order


def _refuse_wrong_number(event: Event, count: int) -> None:
    if count < FEWEST:
        raise TournamentRefused(_too_few(count, event.check_in), status=409)
    if refused := event.rules.why_not_begin(event, count):
        raise refused


def _too_few(count: int, is_checked_in: bool) -> str:
    if is_checked_in and count:
        return _("An event needs two players, and only one has checked in.")
    if is_checked_in:
        return _("An event needs two players, and no one has checked in.")
    if count:
        return _("An event needs two players, and only one has entered.")
    return _("An event needs two players, and no one has entered.")


def _words(event: Event, count: int, missing: int) -> Text:
    words = event.rules.start_words(event, count, missing)
    if event.rules.first_colour is None:
        return words
    drawn, not_drawn = event.rules.first_colour
    seat = event.game.sides(2)[0].name
    is_first = event.initial_colour == Colour.WHITE
    return joined([words, say(drawn if is_first else not_drawn, seat=seat)], " ")
