"""The start of an event: its entries get their numbers, the first colour is drawn, and round 1 is asked for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from competition.history import Colour
from competition.pairing import knockout
from competition.tables.schedule import full_rounds
from i18n.text import Text, joined, noop, say, say_many
from matches.input.text import one_line
from timekeeping import clock
from tournaments.drafts import tables
from tournaments.entries import pairing_numbers, seeding
from tournaments.entries.teams import teams_of
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds import advance, expedition, round_robin_schedule
from tournaments.settings.validate import MOST_IN_A_CUP, MOST_ROUNDS

FEWEST = 2
MOST_IN_A_ROUND_ROBIN = 60


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
    if event.is_expedition:
        event.given = expedition.fix_contributions(sorted(taking_part, key=lambda entry: entry.pk))
        taking_part = teams_of(event, taking_part)
    _refuse_wrong_number(event, len(taking_part))
    order = _numbered(event, taking_part)
    event.stage = Event.Stage.RUNNING
    event.begun_at = clock.now()
    event.initial_colour = event.initial_colour or secrets.choice([colour.value for colour in Colour])
    event.rounds = _rounds(event, order)
    event.save(update_fields=["stage", "begun_at", "initial_colour", "rounds", "given"])
    note(event, Kind.EVENT, _words(event, len(order), missing), by=by, reason=one_line(reason))
    if event.is_round_robin:
        round_robin_schedule.draw_up(event, order)
    advance.advance(event)
    return event


def _rounds(event: Event, order: Sequence[Entry]) -> int:
    if event.is_cup:
        return knockout.rounds_of(len(order))
    if event.format == Event.Format.TABLES_ALL:
        return min(MOST_ROUNDS, full_rounds(len(order), event.table_size))
    return event.rounds if event.sets_rounds else len(round_robin_schedule.round_robin_rounds(order, event.cycles))


def _numbered(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Number the entries and return them in order, by the site's ratings unless an organiser has set one."""
    rated = seeding.with_known_ratings(event, entries)
    Entry.objects.bulk_update(rated, ["rating"], batch_size=200)
    order = pairing_numbers.in_order(event, entries)
    pairing_numbers.give_numbers(order)
    pairing_numbers.accelerate(event, order)
    return order


def _refuse_wrong_number(event: Event, count: int) -> None:
    if count < FEWEST:
        raise TournamentRefused(_too_few(count, event.check_in), status=409)
    if event.is_expedition:
        return
    if event.has_tables:
        if words := tables.why_cannot_seat(event, count):
            raise TournamentRefused(words, "format", 409)
        return
    most = count - 1 + count % 2
    if event.is_swiss and event.rounds > most:
        raise TournamentRefused(
            _(
                "With %(count)s players there are at most %(most)s opponents each, but this event has %(rounds)s "
                "rounds: give it fewer."
            )
            % {"count": count, "most": most, "rounds": event.rounds},
            "rounds",
            409,
        )
    if event.is_cup and count > MOST_IN_A_CUP:
        raise TournamentRefused(
            _("%(count)s players are too many: a cup can have %(most)s.") % {"count": count, "most": MOST_IN_A_CUP},
            "format",
            409,
        )
    if event.is_round_robin and count > MOST_IN_A_ROUND_ROBIN:
        raise TournamentRefused(
            _("%(count)s players are too many: a round robin can have %(most)s. Make it a Swiss.")
            % {"count": count, "most": MOST_IN_A_ROUND_ROBIN},
            "format",
            409,
        )


def _too_few(count: int, is_checked_in: bool) -> str:
    if is_checked_in and count:
        return _("An event needs two players, and only one has checked in.")
    if is_checked_in:
        return _("An event needs two players, and no one has checked in.")
    if count:
        return _("An event needs two players, and only one has entered.")
    return _("An event needs two players, and no one has entered.")


def _teams(count: int) -> Text:
    return say_many("one team", "%(number)s teams", count)


def _words(event: Event, count: int, missing: int) -> Text:
    rounds = say_many("one round", "%(number)s rounds", event.rounds)
    if event.is_expedition:
        words = say("The event began with %(teams)s and %(rounds)s.", teams=_teams(count), rounds=rounds)
        if missing:
            late = say_many("%(number)s player had not checked in.", "%(number)s players had not checked in.", missing)
            words = joined([words, late], " ")
    elif not event.is_round_robin and missing:
        words = say(
            "The event began with %(players)s players and %(rounds)s; %(missing)s had not checked in.",
            players=count,
            rounds=rounds,
            missing=missing,
        )
    else:
        words = say("The event began with %(players)s players and %(rounds)s.", players=count, rounds=rounds)
    if event.is_round_robin or event.has_tables:
        return words
    seat = event.game.sides(2)[0].name
    is_first = event.initial_colour == Colour.WHITE
    if event.is_cup:
        drawn = noop("Drawn for the better seed on board 1: %(seat)s.")
        not_drawn = noop("Drawn for the better seed on board 1: not %(seat)s.")
    else:
        drawn = noop("Drawn for number 1 in round 1: %(seat)s.")
        not_drawn = noop("Drawn for number 1 in round 1: not %(seat)s.")
    return joined([words, say(drawn if is_first else not_drawn, seat=seat)], " ")
