"""Acts on all clocks of an event or a season at once: stop them, start them again, or add time.

An act is stored as a row for each event, and each match does every act once, in order: the first matches while the
organiser waits, the others by a worker or the sweep. Clocks are stopped as of the moment of the act, however late it
gets to them, and no one loses on time in between. A match that begins meanwhile begins with its clocks stopped. Only
what was stopped together is started together.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say
from jobs.broker import Job, broker
from matches.gate import event_clocks
from matches.gate.clock_acts import LARGEST_GIFT, LEAST_GIFT
from matches.gate.refused import MatchRefused
from matches.models import Match
from matches.time_control.words import span
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.club_log import note_in_season
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind as LineKind
from tournaments.locking.log import note
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct, Event

from .clock_causes import clocks_acted

log = logging.getLogger(__name__)

CHANGE_CLOCKS = Job[()]("tournaments.tasks.change_clocks")
AT_ONCE = 20  # matches seen to while their organiser waits
Kind = ClockAct.Kind


def act(scope: Scope, kind: ClockAct.Kind, *, by: User, reason: str, seen: int, amount: timedelta | None = None) -> int:
    """Act on all clocks that run, or that were stopped together; return in how many matches that must still be done.

    ``amount`` is the time to add, and ``seen`` the last act that the organiser knew (``last_of``). Idempotent. Raises
    ``TournamentRefused``.
    """
    scope.decide(partial(_act, kind=kind, by=by, reason=reason, seen=seen, amount=amount))
    return _caught_up(behind(scope.events()))


def catch_up(event: Event) -> int:
    """Do in the event's matches what ``act`` did to all its clocks, the most pressing first."""
    return _caught_up(behind(Event.objects.filter(pk=event.pk)))


def stop_for_cancelling(event: Event, *, by: User, reason: str) -> None:
    """Stop the clocks of an event that was just cancelled, with it locked; no extra email goes out."""
    if event.ended_at is not None and stop_of(event) is None:
        group = secrets.token_hex(16)
        ClockAct.objects.create(event=event, group=group, kind=Kind.STOP, by=by, at=event.ended_at, reason=reason)


def start_after_cancelling(event: Event, cancelled_at: datetime, *, by: User) -> None:
    """Start the clocks that were stopped when the event was cancelled, with it locked."""
    stop = stop_of(event)
    if stop is not None and stop.at == cancelled_at:
        group, reason = secrets.token_hex(16), say("the event continues")
        ClockAct.objects.create(event=event, group=group, kind=Kind.START, by=by, at=clock.now(), reason=reason)


def last_of(scope: Scope) -> int:
    """Return the number of the last act on the event's clocks; 0 if there was none."""
    last: int | None = ClockAct.objects.filter(event__in=scope.events()).aggregate(last=Max("pk"))["last"]
    return last or 0


def stop_of(event: Event) -> ClockAct | None:
    """Return the act by which all clocks of the event are stopped now."""
    return _stops(Event.objects.filter(pk=event.pk)).get(event.pk)


def stops(scope: Scope) -> list[ClockAct]:
    """Return the acts by which clocks are stopped now, one for each event."""
    return stops_among(scope.events())


def stops_among(events: QuerySet[Event]) -> list[ClockAct]:
    """Return the acts by which clocks of these events are stopped now, one for each event."""
    found = _stops(events)
    return [found[pk] for pk in events.values_list("pk", flat=True) if pk in found]


def behind(events: QuerySet[Event] | None = None) -> QuerySet[Match]:
    """Return the matches whose clocks must still be changed, in these events or in all."""
    if events is None:
        events = Event.objects.filter(Q(stage=Event.Stage.RUNNING) | Q(undo_until__isnull=False))
    acts = ClockAct.objects.filter(event__round_set__pairings__match=OuterRef("pk"), pk__gt=OuterRef("clock_act"))
    concerned = Match.objects.filter(status=Match.Status.RUNNING, pairing__decided_at=None)
    concerned = concerned.filter(pairing__round__event__in=events.order_by().filter(clock_acts__isnull=False))
    return concerned.filter(Exists(acts)).defer("state")


def work_off() -> int:
    """Change the clocks that must still be changed; return the number of matches."""
    return sum(_catch_up(match) for match in list(behind().order_by("pk")))


def at_the_beginning(event: Event) -> int:
    """Return the number of the last act that a match beginning now can skip.

    That is the last of all or, while clocks are stopped, the one before.
    """
    last = last_of(Scope(event))  # first, since an act that comes after it is then done to the match, too
    stop = stop_of(event)
    return last if stop is None else stop.pk - 1


def begin(match: Match, event: Event) -> None:
    """Stop the clocks of a match that begins while all clocks are stopped."""
    stop = stop_of(event)
    if stop is not None:
        event_clocks.stop_all(match, last_of(Scope(event)), match.started_at, stop.reason)


def to_be_changed(matches: Collection[Match]) -> set[int]:
    """Return the ids of matches whose clocks must still be stopped or given time."""
    acts = ClockAct.objects.filter(event__round_set__pairings__match=OuterRef("pk"), pk__gt=OuterRef("clock_act"))
    found = Match.objects.filter(
        Exists(acts.filter(kind__in=(Kind.STOP, Kind.ADD))), pk__in=[each.pk for each in matches]
    )
    return set(found.values_list("pk", flat=True))


def _caught_up(matches: QuerySet[Match]) -> int:
    soonest = matches.annotate(first=Min("seats__deadline")).order_by(F("first").asc(nulls_last=True), "pk")
    for match in soonest[:AT_ONCE]:
        _catch_up(match)
    waiting = matches.count()
    if waiting:
        broker.ask_soon(CHANGE_CLOCKS)
    return waiting


def _stops(events: QuerySet[Event]) -> dict[int, ClockAct]:
    """Return the acts by which these events are stopped now, by the events' ids."""
    switches = ClockAct.objects.filter(event__in=events.order_by(), kind__in=(Kind.STOP, Kind.START))
    latest = {switch.event_id: switch for switch in switches.select_related("event__division").order_by("pk")}
    return {pk: switch for pk, switch in latest.items() if switch.kind == Kind.STOP}


def _act(scope: Scope, *, kind: ClockAct.Kind, by: User, reason: str, seen: int, amount: timedelta | None) -> None:
    if not scope.is_running:
        raise TournamentRefused(_("Clocks only run while play is under way."), status=409)
    reason = organiser_reason.checked(reason, by)
    if last_of(scope) != seen:
        if _is_same(scope, kind, by, reason, amount):
            return
        words = _("The clocks have changed since you looked. Check them, then send your change again.")
        raise TournamentRefused(words, status=409)
    if kind is Kind.ADD and not (amount and LEAST_GIFT <= amount <= LARGEST_GIFT):
        limits = {"least": span(LEAST_GIFT), "most": span(LARGEST_GIFT)}
        raise TournamentRefused(_("Add %(least)s to %(most)s at once.") % limits, "days")
    events = _concerned(scope, kind)
    group = secrets.token_hex(16)
    made = ClockAct(group=group, kind=kind, amount=amount, by=by, at=clock.now(), reason=reason)
    for pk in sorted(events):
        EVENT.run(pk, partial(_store, made=made))
    if scope.season:
        note_in_season(scope.season, _words(made), by=by, reason=reason)
    clocks_acted(scope, group)


def _store(event: Event, *, made: ClockAct) -> None:
    made.pk, made.event, made._state.adding = None, event, True
    made.save()
    note(event, LineKind.CLOCK, _words(made), by=made.by, reason=made.reason)


def _is_same(scope: Scope, kind: ClockAct.Kind, by: User, reason: str, amount: timedelta | None) -> bool:
    last = ClockAct.objects.filter(pk=last_of(scope)).first()
    return last is not None and (last.kind, last.by_id, last.reason, last.amount) == (kind, by.pk, reason, amount)


def _concerned(scope: Scope, kind: ClockAct.Kind) -> set[int]:
    """Return the ids of the events in which the act does something. Raises ``TournamentRefused`` if there are none."""
    events, stopped = set(scope.events().values_list("pk", flat=True)), set(_stops(scope.events()))
    if kind is Kind.START:
        if not stopped:
            raise TournamentRefused(_("The clocks aren’t paused."), status=409)
        return stopped
    if kind is Kind.STOP:
        if not events - stopped:
            raise TournamentRefused(_("All clocks are paused already."), status=409)
        return events - stopped
    return events


def _words(act: ClockAct) -> Text:
    if act.kind == Kind.ADD:
        return say("Added %(time)s to all running clocks.", time=span(act.amount or timedelta(0)))
    return say("Paused all clocks.") if act.kind == Kind.STOP else say("Started the clocks again.")


def _catch_up(match: Match) -> bool:
    """Do in the match what was done to all clocks since, in order; return whether all of it could be done."""
    acts = ClockAct.objects.filter(event__round_set__pairings__match=match.pk, pk__gt=match.clock_act).order_by("pk")
    try:
        for each in acts:
            _do(match, each)
    except MatchRefused as refused:
        log.warning("the clocks of %s could not be changed now (%s); the sweep will see to it", match, refused)
        return False
    except Exception:  # one match that cannot be read must not hold up the others
        log.exception("the clocks of %s could not be changed", match)
        return False
    return True


def _do(match: Match, act: ClockAct) -> None:
    match act.kind:
        case Kind.STOP:
            event_clocks.stop_all(match, act.pk, act.at, act.reason)
        case Kind.START:
            event_clocks.start_all(match, act.pk, act.reason)
        case _:
            event_clocks.add_to_all(match, act.pk, act.amount or timedelta(0), act.reason)
