"""Ending or cancelling an event, undoing that, or deleting one that nobody has entered.

What can't be restored is done a day later: until then the clocks of running matches are paused, drafts stay, and free
places stay open, so that the event can continue as if nothing had happened. Each act is one transaction, with a line in
the event's log.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text, say
from jobs.broker import broker
from timekeeping import clock
from tournaments.clocks import all_clocks
from tournaments.entries.replacements import vacancies
from tournaments.events import playoffs
from tournaments.locking import club_log, organiser_reason, webhook_events
from tournaments.locking.kept import mark_changed
from tournaments.locking.locks import EVENT
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.season import season_of
from tournaments.models import Event, Round, Season
from tournaments.rounds import advance, annul_matches
from tournaments.rounds.drafts import store

from . import cancelling_causes

log = logging.getLogger(__name__)

UNDO_FOR = timedelta(hours=24)
Stage = Event.Stage
OVER = (Stage.FINISHED, Stage.CANCELLED)


# -- ended, or cancelled -------------------------------------------------------------------------------------------


def ends_early(event: Event) -> bool:
    """Return whether ending now needs a reason, since not all rounds were played."""
    return event.round_set.filter(stage=Round.Stage.CLOSED).count() < event.rounds


def why_not_to_end(event: Event) -> str:
    """Return why the running event can't end yet; "" if it can."""
    if event.round_set.filter(stage=Round.Stage.RUNNING).exists():
        return _("Some matches are still running. Decide them first.")
    return ""


@EVENT.transaction_with_retry
def end_event(event: Event, *, by: User, reason: str = "", at: datetime | None = None) -> Event:
    """End the event and make its standings final.

    Idempotent. ``at`` is when its season ends. Raises ``TournamentRefused``.
    """
    event = EVENT.lock(event.pk)
    if event.stage == Stage.FINISHED:
        return event
    if event.stage != Stage.RUNNING:
        raise TournamentRefused(_("Only a running event can end."), status=409)
    if why := why_not_to_end(event):
        raise TournamentRefused(why, status=409)
    is_early = ends_early(event)
    reason = organiser_reason.checked(reason, by if is_early else None)
    _over(event, Stage.FINISHED, at)
    closed = event.round_set.filter(stage=Round.Stage.CLOSED).count()
    early = say("The event was ended after %(closed)s of %(rounds)s rounds.", closed=closed, rounds=event.rounds)
    note(event, Kind.EVENT, early if is_early else say("The event was ended."), by=by, reason=reason)
    return event


def is_known(event: Event) -> bool:
    """Return whether anyone but its organisers is involved in the event."""
    return event.is_begun or event.entries.exists()


def cancel(event: Event, *, by: User, reason: str = "", at: datetime | None = None) -> Event:
    """Cancel the event.

    Its clocks are paused, and unfinished matches are annulled once cancelling can't be undone. Idempotent. ``at`` is
    when its season is cancelled. Raises ``TournamentRefused``.
    """
    cancelled = _cancel(event, by=by, reason=reason, at=at)
    all_clocks.catch_up(cancelled)
    return cancelled


@EVENT.transaction_with_retry
def _cancel(event: Event, *, by: User, reason: str, at: datetime | None) -> Event:
    event = EVENT.lock(event.pk)
    if event.stage == Stage.CANCELLED:
        return event
    if event.stage == Stage.FINISHED:
        raise TournamentRefused(_("This event is over, so you can’t cancel it."), status=409)
    reason = organiser_reason.checked(reason, by if is_known(event) else None)
    was_running = event.stage == Stage.RUNNING
    event.was_draft = event.stage == Stage.DRAFT
    _over(event, Stage.CANCELLED, at)
    if was_running:
        all_clocks.stop_for_cancelling(event, by=by, reason=_why_paused(reason))
    if not event.was_draft:
        cancelling_causes.cancelled(event, reason)
    note(event, Kind.EVENT, say("The event was called off."), by=by, reason=reason)
    return event


def _why_paused(reason: str) -> Text:
    return say("the event was called off: %(why)s", why=reason) if reason else say("the event was called off")


def _over(event: Event, stage: Event.Stage, at: datetime | None) -> None:
    event.stage_before, event.stage, event.ended_at = event.stage, stage, at or clock.now()
    event.undo_until = event.ended_at + UNDO_FOR
    event.save(update_fields=["stage_before", "stage", "ended_at", "undo_until", "was_draft"])


# -- taken back ----------------------------------------------------------------------------------------------------


def why_not_undone(event: Event) -> str:
    """Return why the end of the event can't be undone; "" if it can."""
    if not can_be_undone(event):
        return _("It’s too late to take this back.")
    if playoffs.playoff_of(event) is not None:
        return _("The playoffs have been made from these standings. Cancel them first.")
    season = season_of(event)
    if season is not None and season.stage in OVER:
        return _("The season is over, too. Take that back instead.")
    return ""


def can_be_undone(whole: Event | Season) -> bool:
    """Return whether there is still time to undo the end."""
    return whole.undo_until is not None and whole.undo_until > clock.now()


def undo(event: Event, *, by: User) -> Event:
    """Let an ended or cancelled event continue. Idempotent. Raises ``TournamentRefused``."""
    continued = _undo(event, by=by)
    all_clocks.catch_up(continued)
    if continued.stage == Stage.RUNNING:
        advance.advance_locked(continued.pk)
    return continued


@EVENT.transaction_with_retry
def _undo(event: Event, *, by: User) -> Event:
    event = EVENT.lock(event.pk)
    if event.stage not in OVER:
        return event
    if why := why_not_undone(event):
        raise TournamentRefused(why, status=409)
    was_cancelled, ended_at = event.stage == Stage.CANCELLED, event.ended_at
    event.stage, event.stage_before = Stage(event.stage_before), ""
    event.ended_at = event.undo_until = None
    event.was_draft = False
    event.save(update_fields=["stage_before", "stage", "ended_at", "undo_until", "was_draft"])
    if was_cancelled and ended_at is not None:
        all_clocks.start_after_cancelling(event, ended_at, by=by)
        cancelling_causes.back_on(event, ended_at)
    words = say("The event continues: cancelling it was a mistake.")
    note(event, Kind.EVENT, words if was_cancelled else say("The event continues: it isn’t over yet."), by=by)
    webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    return event


# -- made final ----------------------------------------------------------------------------------------------------


def settle_due() -> int:
    """Make final what can no longer be undone; return how many events.

    Drafts and free places are deleted, and unfinished matches of cancelled events annulled.
    """
    due = Event.objects.filter(undo_until__lte=clock.now()).order_by("undo_until").values_list("pk", flat=True)
    return sum(_settled(pk) for pk in list(due))


def _settled(pk: int) -> bool:
    try:
        return EVENT.run(pk, _settle)
    except TournamentRefused as refused:
        log.warning("event %s could not be made final now (%s); the next sweep will see to it", pk, refused)
    except Exception:  # one event that cannot be made final must not hold up the others
        log.exception("event %s could not be made final", pk)
    return False


def _settle(event: Event) -> bool:
    if event.undo_until is None or event.undo_until > clock.now():
        return False
    store.droppable(event).delete()
    vacancies.close_all(event)
    event.undo_until, event.stage_before = None, ""
    event.save(update_fields=["undo_until", "stage_before"])
    mark_changed(event.pk)
    transaction.on_commit(partial(broker.ask_soon, annul_matches.ANNUL_MATCHES, event.pk))
    return True


# -- deleted -------------------------------------------------------------------------------------------------------


def can_be_deleted(event: Event) -> bool:
    """Return whether the event may be deleted as a mistake: no entries, no matches, and no season that needs it."""
    return not is_known(event) and season_of(event) is None


def delete(event: Event, *, by: User) -> None:
    """Delete an event in which only its organisers are involved. Raises ``TournamentRefused``."""
    EVENT.run(event.pk, partial(_delete, by=by))


def _delete(event: Event, *, by: User) -> None:
    if not can_be_deleted(event):
        raise TournamentRefused(
            _("Someone has entered this event, so it can’t be deleted. Cancel it instead."), status=409
        )
    if event.club is not None:
        club_log.note(event.club, say("The event “%(name)s” was deleted. Nobody had entered.", name=event.name), by=by)
    event.delete()
