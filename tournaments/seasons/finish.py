"""How a season ends: with its tables, or called off."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from jobs import clock
from tournaments import webhook_events
from tournaments.events import finish
from tournaments.gate import organiser_reason
from tournaments.gate.club_log import note_in_season
from tournaments.gate.locks import SEASON
from tournaments.gate.refused import Refused
from tournaments.models import Event, Season

Stage = Season.Stage
OVER = (Event.Stage.FINISHED, Event.Stage.CANCELLED)


def end(season: Season, *, by: User) -> Season:
    """The divisions' events end, and their tables are final. Asking twice does it once. Raises ``Refused``, as where a
    match is still being played."""
    for division in season.divisions.select_related("event"):
        event = division.event
        if event is not None and event.stage not in OVER:
            try:
                finish.end(event, by=by, reason=say("The season is over."))
            except Refused as refused:
                words = _("%(division)s: %(why)s") % {"division": division.name, "why": refused.message}
                raise Refused(words, refused.field, refused.status) from refused
    return _end(season, by=by)


def cancel(season: Season, *, by: User, reason: str) -> Season:
    """What is still being played in its divisions is annulled. Asking twice does it once. Raises ``Refused``."""
    called_off = _cancel(season, by=by, reason=reason)
    for division in season.divisions.select_related("event"):
        if division.event is not None and division.event.stage not in OVER:
            finish.cancel(division.event, by=by, reason=reason)
    return called_off


@SEASON.locked
def _end(season: Season, *, by: User) -> Season:
    if season.stage == Stage.FINISHED:
        return season
    if season.stage != Stage.RUNNING:
        raise Refused(_("Only a running season can end."), status=409)
    if season.divisions.filter(event__isnull=False).exclude(event__stage__in=OVER).exists():
        raise Refused(_("A division is still being played."), status=409)
    season.stage, season.ended_at = Stage.FINISHED, clock.now()
    season.save(update_fields=["stage", "ended_at"])
    note_in_season(season, say("The season was ended."), by=by)
    webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_ENDED)
    return season


@SEASON.locked
def _cancel(season: Season, *, by: User, reason: str) -> Season:
    if season.stage == Stage.CANCELLED:
        return season
    if season.stage == Stage.FINISHED:
        raise Refused(_("This season is over, so you can’t cancel it."), status=409)
    reason = organiser_reason.checked(reason, by)
    was_seen = season.stage != Stage.DRAFT
    season.stage, season.ended_at = Stage.CANCELLED, clock.now()
    season.save(update_fields=["stage", "ended_at"])
    note_in_season(season, say("The season was cancelled."), by=by, reason=reason)
    if was_seen:
        webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_ENDED)
    return season
