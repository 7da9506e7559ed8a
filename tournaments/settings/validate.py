"""Checks of an event's settings, whoever chose them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from competition.standings import BadTieBreak, offered, parse_tie_break
from matches.time_control import limits
from matches.time_control.presets import Pace
from tournaments.models import Event, EventTerms

from .rows import MOST_TIE_BREAKS, OF_EVENTS, Setting

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
    if words := event.rules.why_not_for(event.game):
        yield Fault("format", words)
    yield from of_numbers(event, OF_EVENTS)
    if "rounds" in event.rules.settings and event.rounds < played:
        words = _("%(played)s rounds are paired already: choose at least that many.")
        yield Fault("rounds", words % {"played": played})
    yield from (Fault(*fault) for fault in event.rules.faults(event))
    if "tie_breaks" in event.rules.settings:
        yield from _of_tie_breaks(event)
    yield from _of_entering(event)
    yield from _of_dates(event, before, now)
    yield from _of_rounds(event)
    control = event.control
    pace = Pace(control.start, control.increment, control.cap)
    vacation = event.vacation_pool is not None
    yield from (Fault(*fault) for fault in limits.faults(pace, control.at_zero, control.passes, vacation, event.baton))


def of_numbers(terms: EventTerms, settings: Iterable[Setting]) -> Iterator[Fault]:
    """Return what is wrong with the numbers of an event or a season, each on its own."""
    for setting in settings:
        if setting.whole and setting.matters(terms) and (words := setting.whole.why_not(getattr(terms, setting.name))):
            yield Fault(setting.name, words)


def _of_tie_breaks(event: Event) -> Iterator[Fault]:
    if len(event.tie_breaks) > MOST_TIE_BREAKS:
        yield Fault("tie_breaks", _("An event has at most %(most)s tie-breaks.") % {"most": MOST_TIE_BREAKS})
    if len(set(event.tie_breaks)) < len(event.tie_breaks):
        yield Fault("tie_breaks", _("Each tie-break is listed once."))
    kinds = {kind.code for kind in offered(event.rules.system)}
    for code in event.tie_breaks:
        try:
            tie_break = parse_tie_break(code)
        except BadTieBreak as error:
            yield Fault("tie_breaks", str(error))
            continue
        if tie_break.kind.code not in kinds:
            yield Fault("tie_breaks", event.rules.meaningless_tie_break % {"name": tie_break.name})


def _of_entering(event: Event) -> Iterator[Fault]:
    if event.registration == Event.Registration.CLUB and event.club_id is None:
        yield Fault("registration", _("Choose the club whose members may enter."))
    if event.late_until > max(event.rounds - 1, 0):
        yield Fault("late_until", _("The last round is too late to enter."))


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
        if "late_until" in event.rules.settings:
            words = _("Registration must close before the start. Late entries have their own setting.")
        yield Fault("closes_at", words)
    if event.check_in and event.starts_at is None and not event.is_begun:
        yield Fault("starts_at", _("Check-in needs a start date: say when the event starts."))


def _of_rounds(event: Event) -> Iterator[Fault]:
    if event.round_days is None and event.round_start == Event.Start.DATE:
        yield Fault("round_days", _("Say how many days a round takes: the next one starts then."))
    elif event.round_days is None and event.unfinished != Event.Unfinished.WAIT:
        yield Fault("round_days", _("Say after how many days matches count as unfinished."))
