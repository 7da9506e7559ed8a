"""Opening an event for entries, and making it a draft again while no one has entered."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event

Stage = Event.Stage


@EVENT.transaction_with_retry
def open_for_entries(event: Event, *, by: User) -> Event:
    """Open the event, so that people find it and can enter. Idempotent. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    if event.stage == Stage.REGISTRATION:
        return event
    if event.stage != Stage.DRAFT:
        raise TournamentRefused(_("You can only open an event that’s still being set up."), status=409)
    now = clock.now()
    if event.closes_at is not None and event.closes_at <= now:
        words = _("The time for “Entries until” has passed: choose another in the settings.")
        raise TournamentRefused(words, "closes_at", 409)
    if event.starts_at is not None and event.starts_at <= now:
        words = _("The start time has passed: choose another in the settings.")
        raise TournamentRefused(words, "starts_at", 409)
    return _to(event, Stage.REGISTRATION, say("Opened the event for entries."), by)


@EVENT.transaction_with_retry
def event_to_draft(event: Event, *, by: User) -> Event:
    """Make an open event a draft again, which only its organisers see. Raises ``TournamentRefused``."""
    event = EVENT.lock(event.pk)
    if event.stage == Stage.DRAFT:
        return event
    if event.stage != Stage.REGISTRATION:
        raise TournamentRefused(_("The event has begun, so you can’t hide it. You can call it off."), status=409)
    if event.entries.exists():
        raise TournamentRefused(
            _("The event has entries or invitations, so you can’t hide it. Call it off instead."), status=409
        )
    return _to(event, Stage.DRAFT, say("Hid the event again to change its setup."), by)


def _to(event: Event, stage: Event.Stage, words: Text, by: User) -> Event:
    event.stage = stage
    event.save(update_fields=["stage"])
    note(event, Kind.EVENT, words, by=by)
    return event
