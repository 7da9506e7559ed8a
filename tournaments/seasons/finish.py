"""The end of a season: with its standings, or cancelled; and undoing that."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from timekeeping import clock
from tournaments.events.ending import cancelling_causes, finish
from tournaments.events.ending.finish import OVER, UNDO_FOR
from tournaments.locking import club_log, organiser_reason, webhook_events
from tournaments.locking.club_log import note_in_season
from tournaments.locking.locks import SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Division, Season

Stage = Season.Stage


# -- ended, or cancelled -------------------------------------------------------------------------------------------


def why_not_to_end(season: Season) -> str:
    """Return why the running season can't end yet; "" if it can."""
    for division in _under_way(season):
        if division.event and (why := finish.why_not_to_end(division.event)):
            return _("%(division)s: %(why)s") % {"division": division.name, "why": why}
    return ""


def end_season(season: Season, *, by: User) -> Season:
    """End the season and its divisions' events, whose standings are final.

    Idempotent. Raises ``TournamentRefused``, for instance while a match is being played.
    """
    at = clock.now()
    for division in _under_way(season):
        event = division.event
        if event is not None:
            try:
                finish.end_event(event, by=by, reason=say("The season is over."), at=at)
            except TournamentRefused as refused:
                words = _("%(division)s: %(why)s") % {"division": division.name, "why": refused.message}
                raise TournamentRefused(words, refused.field, refused.status) from refused
    return _end(season, by=by, at=at)


def is_known(season: Season) -> bool:
    """Return whether anyone but its organisers is involved in the season."""
    return season.entries.exists() or season.divisions.filter(event__isnull=False).exists()


def cancel(season: Season, *, by: User, reason: str = "") -> Season:
    """Cancel the season.

    Unfinished matches are paused, and annulled once cancelling can't be undone. Idempotent. Raises
    ``TournamentRefused``.
    """
    cancelled = _cancel(season, by=by, reason=reason)
    for division in _under_way(season):
        if division.event is not None:
            finish.cancel(division.event, by=by, reason=reason, at=cancelled.ended_at)
    return cancelled


def _under_way(season: Season) -> list[Division]:
    divisions = season.divisions.filter(event__isnull=False).exclude(event__stage__in=OVER)
    return list(divisions.select_related("event"))


@SEASON.transaction_with_retry
def _end(season: Season, *, by: User, at: datetime) -> Season:
    season = SEASON.lock(season.pk)
    if season.stage == Stage.FINISHED:
        return season
    if season.stage != Stage.RUNNING:
        raise TournamentRefused(_("Only a running season can end."), status=409)
    if season.divisions.filter(event__isnull=False).exclude(event__stage__in=OVER).exists():
        raise TournamentRefused(_("A division is still being played."), status=409)
    _over(season, Stage.FINISHED, at)
    note_in_season(season, say("The season was ended."), by=by)
    webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_ENDED)
    return season


@SEASON.transaction_with_retry
def _cancel(season: Season, *, by: User, reason: str) -> Season:
    season = SEASON.lock(season.pk)
    if season.stage == Stage.CANCELLED:
        return season
    if season.stage == Stage.FINISHED:
        raise TournamentRefused(_("This season is over, so you can’t cancel it."), status=409)
    reason = organiser_reason.checked(reason, by if is_known(season) else None)
    was_registering = season.stage == Stage.REGISTRATION
    was_seen = season.stage != Stage.DRAFT
    _over(season, Stage.CANCELLED, clock.now())
    if was_registering:
        cancelling_causes.cancelled(season, reason)
    note_in_season(season, say("The season was cancelled."), by=by, reason=reason)
    if was_seen:
        webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_ENDED)
    return season


def _over(season: Season, stage: Season.Stage, at: datetime) -> None:
    season.stage_before, season.stage, season.ended_at = season.stage, stage, at
    season.undo_until = at + UNDO_FOR
    season.save(update_fields=["stage_before", "stage", "ended_at", "undo_until"])


# -- taken back ----------------------------------------------------------------------------------------------------


def why_not_undone(season: Season) -> str:
    """Return why the end of the season can't be undone; "" if it can."""
    if not finish.can_be_undone(season):
        return _("It’s too late to take this back.")
    later = season.league.seasons.filter(number__gt=season.number, proposed_at__isnull=False)
    if later.exclude(stage=Stage.CANCELLED).exists():
        return _("The next season’s line-up has been worked out from this one.")
    return ""


def undo(season: Season, *, by: User) -> Season:
    """Let an ended or cancelled season continue, with the divisions that ended with it.

    Idempotent. Raises ``TournamentRefused``.
    """
    ended_at = Season.objects.values_list("ended_at", flat=True).get(pk=season.pk)
    continued = _undo(season, by=by)
    divisions = season.divisions.filter(event__stage__in=OVER, event__ended_at=ended_at)
    for division in divisions.select_related("event"):
        if division.event is not None:
            finish.undo(division.event, by=by)
    return continued


@SEASON.transaction_with_retry
def _undo(season: Season, *, by: User) -> Season:
    season = SEASON.lock(season.pk)
    if season.stage not in OVER:
        return season
    if why := why_not_undone(season):
        raise TournamentRefused(why, status=409)
    was_cancelled, ended_at = season.stage == Stage.CANCELLED, season.ended_at
    season.stage, season.stage_before = Stage(season.stage_before), ""
    season.ended_at = season.undo_until = None
    season.save(update_fields=["stage_before", "stage", "ended_at", "undo_until"])
    if was_cancelled and ended_at is not None:
        cancelling_causes.back_on(season, ended_at)
    words = say("The season continues: cancelling it was a mistake.")
    note_in_season(season, words if was_cancelled else say("The season continues: it isn’t over yet."), by=by)
    if season.published_at:
        webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_PUBLISHED)
    return season


def settle_due() -> int:
    """Make final what can no longer be undone; return how many seasons. Their divisions are settled as events."""
    return Season.objects.filter(undo_until__lte=clock.now()).update(undo_until=None, stage_before="")


# -- deleted -------------------------------------------------------------------------------------------------------


def delete(season: Season, *, by: User) -> None:
    """Delete a season in which only its organisers are involved. Raises ``TournamentRefused``."""
    SEASON.run(season.pk, partial(_delete, by=by))


def _delete(season: Season, *, by: User) -> None:
    if is_known(season):
        raise TournamentRefused(
            _("Someone has registered for this season, so it can’t be deleted. Cancel it instead."), status=409
        )
    words = say(
        "%(league)s, %(season)s was deleted. Nobody had registered.", league=season.league.name, season=season.name
    )
    club_log.note(season.league.club, words, by=by)
    season.delete()
