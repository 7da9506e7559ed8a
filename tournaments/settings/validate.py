"""Checks of an event's settings, whoever chose them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from competition.pairing.acceleration import is_baku_possible
from competition.standings import BadTieBreak, offered, parse_tie_break
from competition.tables.sizes import LARGEST_TABLE, SMALLEST
from matches.clocks import limits
from matches.clocks.presets import Pace
from tournaments.models import Event

MOST_ROUNDS = 20
MOST_PLACES = 1000
MOST_FURTHER = 5
MOST_IN_A_CUP = 128
MOST_ROUND_DAYS = 365
MOST_AT_ONCE = 60
MOST_EXTENSION_DAYS = 60
MOST_CHECK_IN_HOURS = 14 * 24
MOST_BREAK_HOURS = 14 * 24
MOST_TIE_BREAKS = 6
FARTHEST = timedelta(days=3 * 366)  # a year of four digits more, and no database reads the event again


class Fault(NamedTuple):
    """A wrong setting; ``field`` is a name of ``Event`` or of ``presets.Pace``."""

    field: str
    message: str


class Dated(NamedTuple):
    """A date, with the errors if it has passed, or is too far off."""

    name: str
    has_passed: str
    is_far: str


def faults(event: Event, now: datetime, *, before: Event | None = None, played: int = 0) -> Iterator[Fault]:
    """Return what is wrong with an event, stored or not.

    ``before`` is the event as it is, whose dates may have passed; ``played`` how many of its rounds are paired.
    """
    yield from _of_format(event, played)
    yield from _of_tie_breaks(event)
    yield from _of_entering(event)
    yield from _of_dates(event, before, now)
    yield from _of_rounds(event)
    control = event.control
    pace = Pace(control.start, control.increment, control.cap)
    vacation = event.vacation_pool is not None
    yield from (Fault(*fault) for fault in limits.faults(pace, control.at_zero, control.passes, vacation, event.baton))


def _of_format(event: Event, played: int) -> Iterator[Fault]:
    if event.sets_rounds:
        if not 1 <= event.rounds <= MOST_ROUNDS:
            wrong = _("A Swiss has 1 to %(most)s rounds.") if event.is_swiss else _("Choose 1 to %(most)s rounds.")
            yield Fault("rounds", wrong % {"most": MOST_ROUNDS})
        elif event.rounds < played:
            yield Fault(
                "rounds", _("%(played)s rounds are paired already: choose at least that many.") % {"played": played}
            )
        if event.accelerated and not is_baku_possible(event.scoring):
            yield Fault("accelerated", _("Acceleration (FIDE C.04.7) is for points in which a draw is half a win."))
    elif event.is_cup:
        yield from _of_cup(event)
    elif event.is_round_robin and event.cycles not in (1, 2):
        yield Fault("cycles", _("Everyone meets everyone once or twice."))
    yield from _of_tables(event)
    if event.is_round_robin and event.at_once > MOST_AT_ONCE:
        yield Fault("at_once", _("A player has at most %(most)s matches at the same time.") % {"most": MOST_AT_ONCE})
    if event.most_difference is not None and event.most_difference < 1:
        yield Fault("most_difference", _("At least 1 point of a match’s difference counts; leave it empty for all."))


def _of_tables(event: Event) -> Iterator[Fault]:
    if event.is_expedition != event.game.together:
        alone = _("In this game teams play without opponents: choose the expedition.")
        against = _("An expedition is for games in which a team plays without opponents.")
        yield Fault("format", alone if event.game.together else against)
    if event.is_expedition or not event.has_tables:
        return
    largest = min(LARGEST_TABLE, max(event.game.seats))
    if largest < SMALLEST:
        yield Fault("format", _("This game is for two players: choose another pairing system."))
    elif not SMALLEST <= event.table_size <= largest:
        words = _("%(fewest)s to %(most)s players can sit at a table of this game.")
        yield Fault("table_size", words % {"fewest": SMALLEST, "most": largest})


def _of_cup(event: Event) -> Iterator[Fault]:
    if not 1 <= event.most_further <= MOST_FURTHER:
        yield Fault("most_further", _("There are 1 to %(most)s further matches.") % {"most": MOST_FURTHER})
    if event.places is not None and event.places > MOST_IN_A_CUP:
        yield Fault("places", _("A cup has at most %(most)s places.") % {"most": MOST_IN_A_CUP})


def _of_tie_breaks(event: Event) -> Iterator[Fault]:
    if len(event.tie_breaks) > MOST_TIE_BREAKS:
        yield Fault(
            "tie_breaks",
            _("An event has at most %(most)s tie-breaks.") % {"most": MOST_TIE_BREAKS},
        )
    if len(set(event.tie_breaks)) < len(event.tie_breaks):
        yield Fault("tie_breaks", _("Each tie-break is listed once."))
    kinds = {kind.code for kind in offered(event.system)}
    for code in event.tie_breaks:
        try:
            tie_break = parse_tie_break(code)
        except BadTieBreak as error:
            yield Fault("tie_breaks", str(error))
            continue
        if tie_break.kind.code not in kinds:
            in_a_swiss = _("%(name)s has no meaning in a Swiss. Choose another.")
            in_a_round_robin = _("%(name)s has no meaning in a round robin. Choose another.")
            words = in_a_swiss if event.is_swiss else in_a_round_robin
            if event.has_tables:
                words = _("%(name)s has no meaning at tables. Choose another.")
            yield Fault(
                "tie_breaks",
                words % {"name": tie_break.name},
            )


def _of_entering(event: Event) -> Iterator[Fault]:
    if event.registration == Event.Registration.CLUB and event.club_id is None:
        yield Fault("registration", _("Choose the club whose members may enter."))
    if event.places is not None and not 2 <= event.places <= MOST_PLACES:
        yield Fault(
            "places", _("An event has 2 to %(most)s places; leave it empty for no limit.") % {"most": MOST_PLACES}
        )
    if event.late_until and not event.is_swiss_like:
        yield Fault("late_until", _("A round robin takes no late entries."))
    elif event.late_until > max(event.rounds - 1, 0):
        yield Fault("late_until", _("The last round is too late to enter."))
    if event.is_swiss and event.half_byes > event.rounds >= 1:
        yield Fault("half_byes", _("That is more than there are rounds."))
    if event.check_in and not 1 <= event.check_in_hours <= MOST_CHECK_IN_HOURS:
        yield Fault(
            "check_in_hours",
            _("Check-in opens 1 to %(most)s hours before the start.") % {"most": MOST_CHECK_IN_HOURS},
        )


def _of_dates(event: Event, before: Event | None, now: datetime) -> Iterator[Fault]:
    closes = Dated(
        "closes_at",
        _("This time has passed: choose a later one for registration to close."),
        _("Registration closes within three years from now."),
    )
    starts = Dated(
        "starts_at",
        _("This time has passed: choose a later one for the start."),
        _("The event starts within three years from now."),
    )
    for name, has_passed, is_far in (closes, starts):
        moment = getattr(event, name)
        is_new = before is None or getattr(before, name) != moment
        if moment is not None and is_new and moment <= now and not event.is_begun:
            yield Fault(name, has_passed)
        elif moment is not None and moment - now > FARTHEST:
            yield Fault(name, is_far)
    if event.closes_at and event.starts_at and event.closes_at > event.starts_at:
        words = _("Registration must close before the start.")
        if event.is_swiss_like:
            words = _("Registration must close before the start. Late entries have their own setting.")
        yield Fault("closes_at", words)
    if event.check_in and event.starts_at is None and not event.is_begun:
        yield Fault("starts_at", _("Check-in needs a start date: say when the event starts."))


def _of_rounds(event: Event) -> Iterator[Fault]:
    if event.round_days is not None and not 1 <= event.round_days <= MOST_ROUND_DAYS:
        yield Fault("round_days", _("A round takes 1 to %(most)s days.") % {"most": MOST_ROUND_DAYS})
    elif event.round_days is None and event.round_start == Event.Start.DATE:
        yield Fault("round_days", _("Say how many days a round takes: the next one starts then."))
    elif event.round_days is None and event.unfinished != Event.Unfinished.WAIT:
        yield Fault("round_days", _("Say after how many days matches count as unfinished."))
    if event.unfinished == Event.Unfinished.EXTEND and not 1 <= event.extension_days <= MOST_EXTENSION_DAYS:
        yield Fault(
            "extension_days",
            _("Choose 1 to %(most)s extra days.") % {"most": MOST_EXTENSION_DAYS},
        )
    if event.is_swiss_like and not 1 <= event.break_hours <= MOST_BREAK_HOURS:
        words = _("The break between two rounds is 1 to %(most)s hours long.") % {"most": MOST_BREAK_HOURS}
        yield Fault("break_hours", words)
