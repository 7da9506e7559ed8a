"""Making an event, and changing its settings: each in one transaction, with the changes in the event's log."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import joined, say
from matches.clocks.pauses import friendly_pool
from matches.input.text import one_line, visible_line
from matches.models import VacationPool
from matches.time_control.presets import Pace
from timekeeping import clock
from tournaments.entries import check_in
from tournaments.events.dates import date_causes
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Event, EventTerms, Round
from tournaments.permissions import clubs
from tournaments.rounds.drafts import store
from tournaments.settings.describe import Change, changes, terms_of
from tournaments.settings.frozen import locks
from tournaments.settings.rows import KEPT, SETTINGS
from tournaments.settings.validate import Fault, faults

Source = Literal["none", "friendly", "own"]
# Under which name in ``locks`` stands what ``faults`` calls otherwise.
LOCKED_AS = {
    **dict.fromkeys(Pace._fields, "clock_start"),
    **dict.fromkeys(("vacation_days", "vacation_shortest"), "vacation_pool"),
}
MOST_UNDER_WAY = 20  # events that one player has made and that are not over
LONGEST_VACATION = 365


@dataclass(frozen=True, slots=True)
class VacationTerms:
    """The vacation that stops the clocks: none, each player's own on this site, or the event's own number of days.

    A vacation of the event's own days counts as at least ``shortest`` days.
    """

    source: Source = "friendly"
    days: int = 14
    shortest: int = 1

    @classmethod
    def of(cls, event: EventTerms) -> VacationTerms:
        pool = event.vacation_pool
        if pool is None:
            return cls("none")
        return cls() if pool.key == VacationPool.FRIENDLY else cls("own", pool.days, pool.shortest)

    def faults(self) -> list[Fault]:
        if self.source != "own":
            return []
        found = []
        if not 1 <= self.days <= LONGEST_VACATION:
            found.append(
                Fault(
                    "vacation_days",
                    _("An event grants 1 to %(most)s vacation days.") % {"most": LONGEST_VACATION},
                )
            )
        elif not 1 <= self.shortest <= self.days:
            found.append(
                Fault("vacation_shortest", _("A vacation counts as at least 1 day, and at most as all of them."))
            )
        return found


def make(by: User, game_slug: str, settings: Mapping[str, Any], vacation: VacationTerms) -> Event:
    """Make an event of the player's, as a draft. ``settings`` are fields of ``Event``. Raises ``TournamentRefused``."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        under_way = made_by(by).count()
        if under_way >= MOST_UNDER_WAY:
            words = _("You have %(number)s unfinished events. End or call off some before you create another.")
            raise TournamentRefused(words % {"number": under_way}, status=429)
        event = Event(game_slug=game_slug, made_by=by, made_at=clock.now())
        _refuse_faults(faults_of(event, settings, vacation))
        fill(event, settings, vacation)
        _refuse_others_club(by, event.club, None)
        save(event, vacation)
        event.organisers.add(by)
        note(event, Kind.EVENT, say("Created the event."), by=by)
        return event


def made_by(player: User) -> QuerySet[Event]:
    """Return the player's events that aren't over, without divisions of seasons, which are their club's."""
    over = (Event.Stage.FINISHED, Event.Stage.CANCELLED)
    return Event.objects.filter(made_by=player, division=None).exclude(stage__in=over)


def clubs_for(by: User, event: Event | None) -> QuerySet[Club]:
    """Return the clubs that the event may belong to: those the player organises, and its present one."""
    return Club.objects.filter(Q(pk__in=clubs.run_by(by)) | Q(pk=event.club_id if event else None)).order_by("name")


def change_settings(
    event: Event, by: User, settings: Mapping[str, Any], vacation: VacationTerms, reason: str
) -> list[Change]:
    """Change the event's settings, and log what and why; return the changes, which ``event`` has, too.

    Settings that can't change stay. Raises ``TournamentRefused``.
    """
    made = _change(event, by, settings, vacation, reason)
    event.refresh_from_db()
    return made


@EVENT.transaction_with_retry
def _change(stored: Event, by: User, settings: Mapping[str, Any], vacation: VacationTerms, reason: str) -> list[Change]:
    stored = EVENT.lock(stored.pk)
    before = copy(stored)
    locked = locks(stored)
    vacation = VacationTerms.of(stored) if "vacation_pool" in locked else vacation
    open_settings = {name: value for name, value in settings.items() if name not in locked}
    _refuse_faults(faults_of(stored, open_settings, vacation))
    with timezone.override(None):  # the log's readers are in any time zone
        told = terms_of(before)
        fill(stored, open_settings, vacation)
        made = changes(told, terms_of(stored))
    _refuse_others_club(by, stored.club, before)
    made += [Change(say("Description"))] if before.description != stored.description else []
    if made:
        _refuse_without_reason(stored, reason)
        _ask_again_to_check_in(stored, before)
        save(stored, vacation)
        date_causes.moved(stored, date_causes.dates_of(before), one_line(reason))
        store.droppable(stored).filter(number__gt=stored.rounds).delete()
        note(
            stored,
            Kind.EVENT,
            say("Changed %(changes)s.", changes=joined([each.said for each in made], "; ")),
            by=by,
            reason=one_line(reason),
        )
    return made


def _ask_again_to_check_in(event: Event, before: Event) -> None:
    """Have players asked again to check in if the start was put off: they checked in for another day."""
    if event.starts_at == before.starts_at or event.check_in_asked_at is None:
        return
    now = clock.now()
    if check_in.opens_at(event, now) > now:
        event.check_in_asked_at = None
        event.entries.update(checked_in_at=None)


def faults_of(event: Event, settings: Mapping[str, Any], vacation: VacationTerms) -> list[Fault]:
    """Return what would be wrong with the event (a new one has no number yet) if it had these settings.

    Imported values, and those that can't change any more, aren't faults.
    """
    before = event if event.pk else None
    played = _paired_rounds(event) if event.pk else 0
    now, changed, locked = clock.now(), copy(event), locks(event)
    fill(changed, settings, vacation)
    named = [] if changed.name else [Fault("name", _("Give the event a name."))]
    if changed.club_only and changed.club_id is None:
        words = _("Choose the event’s club, or let others see it.")
        named.append(Fault("club_only", words))
    found = [*named, *vacation.faults(), *faults(changed, now, before=before, played=played)]
    old = set(faults(event, now, before=before, played=played)) if before else set()
    return [
        fault
        for fault in found
        if LOCKED_AS.get(fault.field, fault.field) not in locked
        and not (fault in old and getattr(event, fault.field, None) == getattr(changed, fault.field, None))
    ]


def _paired_rounds(event: Event) -> int:
    """Return how many rounds are paired, not counting one that could not be paired again."""
    return event.round_set.exclude(paired_at=None).exclude(stage=Round.Stage.DRAFT, work=Round.Work.FAILED).count()


def needs_reason(event: Event) -> bool:
    """Return whether a change needs a reason, since players may have seen the event."""
    return event.stage != Event.Stage.DRAFT


def fill(event: EventTerms, settings: Mapping[str, Any], vacation: VacationTerms) -> None:
    """Give an event, or a season, these settings; ``save`` stores them. What its format doesn't have is unused."""
    for name, value in settings.items():
        setattr(event, name, value)
    event.name = visible_line(event.name)
    for setting in SETTINGS:
        if setting.unused is not KEPT and not setting.is_in(event.rules) and hasattr(event, setting.name):
            setattr(event, setting.name, copy(setting.unused))
    event.vacation_pool = _pool(event, vacation)


def _pool(event: EventTerms, vacation: VacationTerms) -> VacationPool | None:
    """Return the vacation pool by these terms; one of the event's own is stored with the event."""
    if vacation.source == "none":
        return None
    if vacation.source == "friendly":
        return friendly_pool()
    key = _pool_key(event)
    pool = VacationPool.objects.filter(key=key).first() if event.pk else None
    pool = pool or VacationPool(begins=clock.now().date())
    pool.name, pool.days, pool.shortest = event.name, vacation.days, vacation.shortest
    return pool


def _pool_key(event: EventTerms) -> str:
    return f"{event._meta.model_name}-{event.pk}"


def save(event: EventTerms, vacation: VacationTerms) -> None:
    """Store an event. A vacation pool of its own has the event's number in its key, so a new event is stored first."""
    event.changed_at = clock.now()
    pool = event.vacation_pool
    if vacation.source == "own" and pool is not None:
        if event._state.adding:
            event.vacation_pool = None
            event.save()
        pool.key = _pool_key(event)
        pool.save()
        event.vacation_pool = pool
    event.save()


def _refuse_faults(found: list[Fault]) -> None:
    for fault in found:
        raise TournamentRefused(fault.message, fault.field)


def _refuse_others_club(by: User, club: Club | None, before: Event | None) -> None:
    if club is not None and not clubs_for(by, before).filter(pk=club.pk).exists():
        raise TournamentRefused(_("You don’t organise this club."), "club", 403)


def _refuse_without_reason(event: Event, reason: str) -> None:
    if needs_reason(event) and not one_line(reason):
        raise TournamentRefused(_("Give a reason: players see it in the log."), "reason")
