"""Publishing the line-up of a season: each division's event is made with its players, and they begin together."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from timekeeping import clock
from tournaments.entries.enter import admit
from tournaments.entries.replacements import waiting_list
from tournaments.events import start
from tournaments.events.start import FEWEST
from tournaments.locking import log as event_log
from tournaments.locking import webhook_events
from tournaments.locking.club_log import note_in_season
from tournaments.locking.locks import SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Division, Entry, Event, Season, SeasonEntry
from tournaments.seasons import season_causes
from tournaments.seasons.edit import TERMS

from .propose import refuse_too_many

Stage, Status = Season.Stage, SeasonEntry.Status
LONGEST_NAME = 80


def publish(season: Season, *, by: User) -> Season:
    """Publish the line-up.

    The divisions begin at the season's start, or at once if it has none or that has passed. Idempotent. Raises
    ``TournamentRefused``.
    """
    published = _publish(season, by=by)
    now = clock.now()
    for division in published.divisions.select_related("event"):
        event = division.event
        if event and event.stage == Event.Stage.REGISTRATION and (event.starts_at is None or event.starts_at <= now):
            start.begin(event, by=by)
    return published


@SEASON.transaction_with_retry
def _publish(season: Season, *, by: User) -> Season:
    season = SEASON.lock(season.pk)
    if season.stage == Stage.RUNNING:
        return season
    if season.stage != Stage.REGISTRATION:
        raise TournamentRefused(_("Only a season open for registration can start."), status=409)
    if season.proposed_at is None:
        raise TournamentRefused(_("Work out the line-up first."), status=409)
    _refuse_past_end(season)
    divisions = list(season.divisions.order_by("level"))
    players = {each.pk: _players(each) for each in divisions}
    _refuse_wrong_numbers(season, divisions, players)
    season.stage, season.published_at = Stage.RUNNING, clock.now()
    season.save(update_fields=["stage", "published_at"])
    for division in divisions:
        if players[division.pk]:
            _make_event(season, division, players[division.pk], by)
    season_causes.waiting(season, waiting_list.in_line(season))
    note_in_season(season, say("Published the line-up."), by=by)
    webhook_events.emit(season, webhook_events.WebhookEvent.SEASON_PUBLISHED)
    return season


def _players(division: Division) -> list[SeasonEntry]:
    found = division.entries.filter(status=Status.REGISTERED, player__isnull=False)
    return list(found.select_related("player").order_by("place", "pk"))


def _refuse_past_end(season: Season) -> None:
    if season.is_over_time:
        raise TournamentRefused(_("The season’s end has passed. Choose another in the settings."), status=409)


def _refuse_wrong_numbers(season: Season, divisions: list[Division], players: dict[int, list[SeasonEntry]]) -> None:
    if not any(players.values()):
        raise TournamentRefused(_("No division has any players."), status=409)
    for division in divisions:
        count = len(players[division.pk])
        if 0 < count < FEWEST:
            words = _("“%(division)s” has only one player. Move others there, or that player elsewhere.")
            raise TournamentRefused(words % {"division": division.name}, status=409)
        refuse_too_many(season, division, count)
        if count and (refused := season.rules.why_not_begin(season, count)):
            words = _("“%(division)s”: %(why)s")
            raise TournamentRefused(words % {"division": division.name, "why": refused.message}, status=409)


def _make_event(season: Season, division: Division, players: list[SeasonEntry], by: User) -> None:
    league = season.league
    own = {"name", "made_at", "ended_at", "undo_until", "stage_before", "changed_at", "closes_at"}
    terms = {name: getattr(season, name) for name in TERMS - own}
    event = Event.objects.create(
        **terms,
        name=event_name(season, division),
        club=league.club,
        made_by=by,
        made_at=clock.now(),
        stage=Event.Stage.REGISTRATION,
        registration=Event.Registration.INVITATION,
        server=season.server_of(division),
    )
    words = say("Created the event for %(division)s with the season’s settings.", division=division.name)
    event_log.note(event, event_log.Kind.EVENT, words, by=by)
    for place, each in enumerate(players, 1):
        entry = Entry(event=event, player=each.player, seed=place, contribution=each.contribution)
        admit(event, entry, by=by, how="placed")
    event.organisers.add(by)
    division.event = event
    division.save(update_fields=["event"])


def event_name(season: Season, division: Division) -> str:
    """Name a division's event; a name too long is shortened before the division's."""
    whole, own = f"{season.league.name}, {season.name}", f": {division.name}"
    return whole[: LONGEST_NAME - len(own)] + own
