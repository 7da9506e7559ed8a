"""Entering an event on one's own initiative: enter, apply, accept or decline an invitation."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from engine import chance
from i18n.text import say
from timekeeping import clock
from tournaments.locking.kept import mark_changed
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.permissions import clubs
from tournaments.rounds.next_round import coming_round

from . import entry_causes, late_entry

Stage, Status, Registration = Event.Stage, Entry.Status, Event.Registration


@EVENT.transaction_with_retry
def enter(event: Event, player: User, contribution: str = "") -> Entry:
    """Enter, apply, or accept an invitation, whichever the event allows; if all places are taken, the entry waits.

    Players who withdrew come back. Idempotent. ``contribution`` is the player's part of their matches' seeds, whatever
    text it is. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    entry = event.entries.filter(player=player).first()
    if entry is not None and (entry.status in (Status.ENTERED, Status.APPLIED) or _waits_for_its_turn(event, entry)):
        return entry
    if entry is not None and late_entry.may_return(event, entry):
        return late_entry.bring_back(event, entry, by=player)
    _check(event, entry, clock.now(), player)
    is_expected = _is_expected(entry)
    entry = entry or Entry(event=event, player=player)
    entry.contribution = chance.contribution(contribution) or entry.contribution
    if event.registration == Registration.APPROVAL and not is_expected:
        return _wait(entry, Status.APPLIED)
    if is_full(event):
        return _wait(entry, Status.WAITING)
    return admit(event, entry, by=player)


def why_cannot_enter(
    event: Event, entry: Entry | None, now: datetime, player: User | None = None
) -> TournamentRefused | None:
    """Return why the player with that entry, or none, can't enter now; ``None`` if they can.

    Without ``player`` it is for a visitor.
    """
    try:
        _check(event, entry, now, player)
    except TournamentRefused as refused:
        return refused
    return None


def entry_in(event: Event, known: Entry) -> Entry:
    """Return the entry as it is now, with the event locked. Raises ``TournamentRefused``."""
    entry = event.entries.select_related("player", "event").filter(pk=known.pk).first()
    if entry is None:
        raise TournamentRefused(_("This entry no longer exists."), status=404)
    return entry


def is_late(event: Event) -> bool:
    """Return whether an entry now would be a late one."""
    return event.stage == Stage.RUNNING


def is_full(event: Event) -> bool:
    return event.places is not None and event.entries.filter(status=Status.ENTERED).count() >= event.places


def admit(event: Event, entry: Entry, *, by: User | None, how: str = "entered") -> Entry:
    """Store an entry, new or old, as entered, with its log line and email. The event must be locked.

    Late entries get byes for the rounds they missed.
    """
    now = clock.now()
    entry.status = Status.ENTERED
    entry.entered_at = now
    entry.name, entry.called = "" if entry.player_id else entry.name, ""
    if event.check_in and (event.is_begun or (by == entry.player and event.check_in_asked_at)):
        entry.checked_in_at = now  # who acts now is there
    entry.save()
    entered = say("%(name)s entered.", name=entry.shown_name)
    words = late_entry.place(event, entry) if is_late(event) else entered
    note(event, Kind.ENTRY, words, by=by, entry=entry)
    entry_causes.entered(entry, how)
    return entry


def _wait(entry: Entry, status: Entry.Status) -> Entry:
    entry.status = status
    entry.entered_at = clock.now()
    entry.name = entry.called = ""
    entry.save()
    if status == Status.WAITING:
        note(
            entry.event,
            Kind.ENTRY,
            say("%(name)s is on the waiting list.", name=entry.shown_name),
            by=entry.player,
            entry=entry,
        )
        entry_causes.waiting(entry)
    else:
        mark_changed(entry.event_id)
        entry_causes.applied(entry.event)
    return entry


def _check(event: Event, entry: Entry | None, now: datetime, player: User | None) -> None:
    if entry is not None and entry.status == Status.REFUSED:
        raise TournamentRefused(_("The organisers declined your entry."), status=403)
    is_expected = _is_expected(entry)
    _check_time(event, entry, now, is_expected=is_expected)
    if event.registration == Registration.INVITATION and not is_expected:
        raise TournamentRefused(_("This event is by invitation only: ask its organisers to invite you."), status=403)
    if event.registration == Registration.CLUB and not is_expected and not _is_in_its_club(event, player):
        raise TournamentRefused(_("This event is for the members of %(club)s.") % {"club": event.club}, status=403)


def _is_in_its_club(event: Event, player: User | None) -> bool:
    return player is not None and event.club is not None and clubs.is_member(player, event.club)


def _waits_for_its_turn(event: Event, entry: Entry) -> bool:
    """Return whether the entry is on the waiting list, and moves up from there.

    Once the event has begun, only players who joined the list since move up; the others can join it again.
    """
    return entry.status == Status.WAITING and (not is_late(event) or entry in waiting_for(event))


def waiting_for(event: Event) -> QuerySet[Entry]:
    """Return the entries that take the next free places, in order.

    Before the start these are all who wait, later those who have joined the list since.
    """
    waiting = event.entries.filter(status=Status.WAITING).order_by("entered_at", "pk")
    if not is_late(event):
        return waiting
    return waiting.filter(entered_at__gte=event.begun_at) if takes_late(event) else waiting.none()


def takes_late(event: Event) -> bool:
    """Return whether players can still enter from the coming round on."""
    return coming_round(event) <= last_round_for(event, None)


def _is_expected(entry: Entry | None) -> bool:
    """Return whether the player is on the waiting list or has an open invitation."""
    return entry is not None and entry.status in (Status.INVITED, Status.WAITING)


def last_round_for(event: Event, entry: Entry | None) -> int:
    """Return the last round from which the player can still enter; 0: only before the start.

    Players invited since the start can enter as long as there is a round.
    """
    if event.rules.why_not.enter_late:
        return 0
    if entry is not None and entry.status == Status.INVITED and event.begun_at is not None:
        return event.rounds if entry.entered_at >= event.begun_at else min(event.late_until, event.rounds)
    return min(event.late_until, event.rounds)


def _check_time(event: Event, entry: Entry | None, now: datetime, *, is_expected: bool) -> None:
    """Raise ``TournamentRefused`` if it is too early or too late for the player to enter.

    An invitation holds until the event begins, whenever registration closes for others.
    """
    if event.stage == Stage.REGISTRATION:
        if event.closes_at is not None and event.closes_at <= now and not is_expected:
            raise TournamentRefused(_("Registration has closed. An organiser can still add you."), status=409)
        return
    if event.stage == Stage.DRAFT:
        raise TournamentRefused(_("This event is not open for entries yet."), status=409)
    if event.stage != Stage.RUNNING:
        raise TournamentRefused(_("This event is over."), status=409)
    last = last_round_for(event, entry)
    if coming_round(event) <= last:
        return
    if last:
        words = _("The event has begun. Late entry was possible until round %(round)s.")
        raise TournamentRefused(words % {"round": last}, status=409)
    raise TournamentRefused(_("The event has begun, and takes no late entries."), status=409)
