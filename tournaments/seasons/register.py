"""Registering for a season, and withdrawing from it; organisers can add players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from engine import chance
from i18n.text import say
from timekeeping import clock
from tournaments.entries import invite
from tournaments.locking.club_log import note_in_season
from tournaments.locking.locks import SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Season, SeasonEntry
from tournaments.permissions import clubs

Stage, Status = Season.Stage, SeasonEntry.Status
OPEN = (Stage.DRAFT, Stage.REGISTRATION)


@dataclass(frozen=True, slots=True)
class PutIn:
    """Players registered by name; ``left`` has the names that couldn't be added, and why."""

    players: list[User] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)


@SEASON.transaction_with_retry
def register(season: Season, player: User, contribution: str = "") -> SeasonEntry:
    """Register the player. Idempotent.

    ``contribution`` is the player's part of their matches' seeds, whatever text it is. Raises ``TournamentRefused``.
    """
    season = SEASON.lock(season.pk)
    if refused := why_cannot_register(season, player, clock.now()):
        raise refused
    return _in(season, player, by=player, given=chance.contribution(contribution))


@SEASON.transaction_with_retry
def contribute(known: SeasonEntry, text: str) -> SeasonEntry:
    """Store or change the player's contribution, until the line-up is published.

    From then on the division's event takes it. Raises ``TournamentRefused``.
    """
    season = SEASON.lock(known.season_id)
    entry = season.entries.filter(pk=known.pk, status=Status.REGISTERED).first()
    if entry is None:
        raise TournamentRefused(_("This registration no longer exists."), status=404)
    _refuse_unless_open(season)
    given = chance.contribution(text)
    if not given:
        raise TournamentRefused(_("Enter a contribution: any text will do."), status=422)
    entry.contribution = given
    entry.save(update_fields=["contribution"])
    return entry


@SEASON.transaction_with_retry
def put_in(season: Season, player: User, *, by: User) -> SeasonEntry:
    """As an organiser, register a player, even after registration has closed. Raises ``TournamentRefused``."""
    season = SEASON.lock(season.pk)
    _refuse_unless_open(season)
    if not clubs.is_member(player, season.league.club):
        words = _("%(name)s isn’t a member of the club. Invite them first.")
        raise TournamentRefused(words % {"name": player.display_name}, "who", 409)
    return _in(season, player, by=by)


def put_in_each(season: Season, names: Iterable[str], *, by: User) -> PutIn:
    """Register players one by one, so that one failure stops no other.

    Raises ``TournamentRefused`` if the season takes no more players.
    """
    found = PutIn()
    for name in names:
        try:
            player = invite.find_member(name)
            put_in(season, player, by=by)
        except TournamentRefused as refused:
            if refused.field != "who":
                raise
            found.left[name] = refused.message
            continue
        if player not in found.players:
            found.players.append(player)
    return found


@SEASON.transaction_with_retry
def withdraw_registration(known: SeasonEntry, *, by: User) -> SeasonEntry:
    """Withdraw a registration, until the line-up is published; then players leave their division.

    Idempotent. Raises ``TournamentRefused``.
    """
    season = SEASON.lock(known.season_id)
    entry = season.entries.select_related("player").filter(pk=known.pk).first()
    if entry is None:
        raise TournamentRefused(_("This registration no longer exists."), status=404)
    if entry.status == Status.WITHDRAWN:
        return entry
    _refuse_unless_open(season)
    entry.status, entry.division, entry.why, entry.words, entry.by_hand = Status.WITHDRAWN, None, "", "", False
    entry.save()
    note_in_season(season, say("%(name)s withdrew.", name=entry.shown_name), by=by)
    return entry


def withdraw_from_all(player: User) -> None:
    """Withdraw a player whose account is deleted from every season whose line-up is still to come.

    It runs in the caller's transaction.
    """
    for entry in to_come(player):
        withdraw_registration(entry, by=player)


def to_come(player: User) -> QuerySet[SeasonEntry]:
    """Return the player's registrations whose line-up is still to come."""
    entries = SeasonEntry.objects.filter(player=player, status=Status.REGISTERED, season__stage__in=OPEN)
    return entries.order_by("season")


def why_cannot_register(season: Season, player: User, now: datetime) -> TournamentRefused | None:
    """Return why the player can't register now; ``None`` if they can."""
    if season.stage != Stage.REGISTRATION:
        return TournamentRefused(_("Registration for this season isn’t open."), status=409)
    if season.closes_at is not None and season.closes_at <= now:
        return TournamentRefused(_("Registration has closed. An organiser can still add you."), status=409)
    if not clubs.is_member(player, season.league.club):
        return TournamentRefused(_("Seasons are for members. Join the club first."), status=403)
    return None


def _in(season: Season, player: User, *, by: User, given: str = "") -> SeasonEntry:
    entry = season.entries.filter(player=player).first() or SeasonEntry(season=season, player=player)
    if entry.pk and entry.status == Status.REGISTERED:
        return entry
    entry.status, entry.entered_at = Status.REGISTERED, clock.now()
    entry.division, entry.why, entry.words, entry.by_hand = None, "", "", False
    entry.contribution = given or entry.contribution
    entry.save()
    note_in_season(season, say("%(name)s registered.", name=entry.shown_name), by=by)
    return entry


def _refuse_unless_open(season: Season) -> None:
    if season.stage not in OPEN:
        raise TournamentRefused(_("This season’s line-up is already published."), status=409)
