"""Check-in: before round 1 each player confirms by one click in an email; players who don't aren't paired."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import noop, say, say_many
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.rounds.next_round import coming_round, is_left

from . import entry_causes as entry_mails
from . import late_entry
from .enter import is_late

log = logging.getLogger(__name__)

Stage, Status = Event.Stage, Entry.Status


def ask_due(now: datetime) -> int:
    """Ask the players of every event whose check-in opens; return how many events.

    If two calls come at once, only one asks.
    """
    waiting = Event.objects.filter(stage=Stage.REGISTRATION, check_in=True, check_in_asked_at=None)
    due = [event for event in waiting.filter(starts_at__isnull=False) if opens_at(event, now) <= now]
    return sum(_asked(event) for event in due)


@EVENT.transaction_with_retry
def ask_to_check_in(event: Event) -> bool:
    """Ask all entered players to check in; return false if that was done before. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    if event.stage != Stage.REGISTRATION or not event.check_in:
        raise TournamentRefused(_("Check-in is only for events that ask for it, before they begin."), status=409)
    if event.check_in_asked_at is not None:
        return False
    event.check_in_asked_at = clock.now()
    event.save(update_fields=["check_in_asked_at"])
    entries = event.entries.filter(status=Status.ENTERED, checked_in_at=None).select_related("player")
    asked = sum(entry_mails.asked_to_check_in(entry) for entry in entries)
    words = say_many("%(number)s players were asked to check in.", "%(number)s players were asked to check in.", asked)
    note(event, Kind.EVENT, say("One player was asked to check in.") if asked == 1 else words)
    return True


@EVENT.transaction_with_retry
def check_in(known: Entry, *, by: User) -> Entry:
    """Check the player in. Idempotent.

    Once the event runs, they play from the next round on, as late entries do; an organiser may let them in later, too.
    Raises ``TournamentRefused``.
    """
    event = EVENT.lock(known.event_id)
    entry = event.entries.select_related("player").filter(pk=known.pk).first()
    if entry is None or entry.status != Status.ENTERED:
        raise TournamentRefused(_("Only players in this event can check in."), status=409)
    is_own = by.pk == entry.player_id
    _refuse_if_not_open(event, is_own=is_own)
    if entry.checked_in_at is not None:
        return entry
    entry.checked_in_at = clock.now()
    entry.save(update_fields=["checked_in_at"])
    if is_late(event):
        words = late_entry.place(event, entry)
    else:
        message = noop("%(name)s checked in.") if is_own else noop("%(name)s was checked in.")
        words = say(message, name=entry.shown_name)
    note(event, Kind.ENTRY, words, by=by, entry=entry)
    return entry


def opens_at(event: Event, otherwise: datetime) -> datetime:
    """Return when players are asked to check in; ``otherwise`` if the event has no starting time."""
    return otherwise if event.starts_at is None else event.starts_at - timedelta(hours=event.check_in_hours)


def is_awaited(event: Event, now: datetime) -> bool:
    """Return whether the start of the event waits for check-ins.

    If the site was down when players should have been asked, they get the full time.
    """
    if not event.check_in or event.starts_at is None:
        return False
    if event.check_in_asked_at is None:
        return True
    is_late = event.check_in_asked_at >= event.starts_at
    return is_late and now < event.check_in_asked_at + timedelta(hours=event.check_in_hours)


def is_open(event: Event) -> bool:
    """Return whether players can check in now: from when they were asked until late entry ends."""
    if not event.check_in:
        return False
    if event.stage == Stage.REGISTRATION:
        return event.check_in_asked_at is not None
    return is_late(event) and _is_in_time(event)


def _asked(event: Event) -> bool:
    try:
        return ask_to_check_in(event)
    except TournamentRefused as refused:
        log.warning("the players of %s could not be asked to check in now: %s", event, refused)
        return False


def _refuse_if_not_open(event: Event, *, is_own: bool) -> None:
    if not event.check_in or event.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        raise TournamentRefused(_("Check-in isn’t open."), status=409)
    if not is_late(event):
        if is_own and event.check_in_asked_at is None:
            raise TournamentRefused(_("Check-in isn’t open yet; we’ll email you."), status=409)
    elif event.rules.why_not.enter_late or not is_left(event, coming_round(event)):
        raise TournamentRefused(_("The event has begun: it’s too late to check in."), status=409)
    elif is_own and not _is_in_time(event):
        raise TournamentRefused(_("The event has begun: it’s too late to check in. Ask an organiser."), status=409)


def _is_in_time(event: Event) -> bool:
    """Return whether players can still check in without an organiser.

    They can as long as others may enter, and in any case before round 1 is published.
    """
    if event.rules.why_not.enter_late:
        return False
    return coming_round(event) <= max(1, min(event.late_until, event.rounds))
