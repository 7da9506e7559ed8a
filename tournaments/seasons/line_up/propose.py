"""A season's line-up: working it out by the rules, and changing it by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from competition.divisions.line_up import LineUp, Newcomers, Registered, Rules, Vacancies, line_up
from i18n.text import say
from timekeeping import clock
from tournaments.locking import organiser_reason
from tournaments.locking.club_log import note_in_season
from tournaments.locking.locks import SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Division, Season, SeasonEntry
from tournaments.ratings import seed_rating

from . import previous_season
from .words import explained

Status = SeasonEntry.Status


@SEASON.transaction_with_retry
def propose(season: Season, *, by: User) -> LineUp:
    """Work out who plays where, and store it with the reason of every move. Raises ``TournamentRefused``.

    Earlier changes by hand are lost.
    """
    season = SEASON.lock(season.pk)
    _refuse_unless_open(season)
    entries = registered_in(season)
    if not entries:
        raise TournamentRefused(_("No one has registered yet."), status=409)
    found = work_out(season, entries)
    _store(season, entries, found)
    season.proposed_at = clock.now()
    season.save(update_fields=["proposed_at"])
    note_in_season(season, say("Worked out the line-up."), by=by)
    return found


def work_out(season: Season, entries: Sequence[SeasonEntry]) -> LineUp:
    """Return what the rules lead to for these entries, in the order in which they registered."""
    last = previous_season.last_played(season)
    players = [entry.player for entry in entries if entry.player is not None]
    ratings = seed_rating.seed_ratings(players, season.game_slug)
    waited = previous_season.waited(last, ratings) if last else set()
    registered = [Registered(player.pk, ratings[player.pk], player.pk in waited) for player in players]
    earlier = previous_season.earlier(season, ratings)
    return line_up(previous_season.all_standings(last) if last else [], registered, rules_of(season, last), earlier)


def rules_of(season: Season, last: Season | None = None) -> Rules:
    """Return the rules of a line-up.

    How many are promoted and relegated after ``last`` is what its players were told then, whatever ``season`` says of
    its own end.
    """
    moves = last or season
    sizes = tuple(season.divisions.order_by("level").values_list("size", flat=True))
    vacancies, newcomers = Vacancies(season.vacancies), Newcomers(season.newcomers)
    return Rules(sizes, moves.up, moves.down, vacancies, newcomers, season.keeps)


@SEASON.transaction_with_retry
def move(known: SeasonEntry, division: Division | None, *, by: User, reason: str) -> SeasonEntry:
    """Move a player into another division (``None``: the waiting list) by hand. Raises ``TournamentRefused``."""
    season = SEASON.lock(known.season_id)
    division_id = division.pk if division else None
    _refuse_unless_open(season)
    entry = season.entries.select_related("player", "division").filter(pk=known.pk, status=Status.REGISTERED).first()
    if entry is None:
        raise TournamentRefused(_("This player is no longer registered."), status=404)
    division = season.divisions.filter(pk=division_id).first() if division_id is not None else None
    if division_id is not None and division is None:
        raise TournamentRefused(_("This division no longer exists."), "division", 404)
    if entry.division == division:
        return entry
    reason = organiser_reason.checked(reason, by)
    if division is not None:
        refuse_too_many(season, division, _in_it(division) + 1)
    entry.division, entry.by_hand, entry.words = division, True, reason
    last = season.entries.filter(division=division).aggregate(last=Max("place"))["last"]
    entry.place = (last or 0) + 1
    entry.save()
    to = division.name if division else say("the waiting list")
    words = say("Moved %(name)s by hand: %(division)s.", name=entry.shown_name, division=to)
    note_in_season(season, words, by=by, reason=reason)
    return entry


@SEASON.transaction_with_retry
def swap(one: SeasonEntry, other: SeasonEntry, *, by: User, reason: str, seen: str = "") -> None:
    """Have two players trade places, divisions or waiting list, in one act. Raises ``TournamentRefused``.

    It is refused if the line-up isn't the one that was ``seen``, since a second click would undo it.
    """
    season = SEASON.lock(one.season_id)
    pks = (one.pk, other.pk)
    _refuse_unless_open(season)
    if seen and seen != line_up_digest(season):
        raise TournamentRefused(
            _("The line-up has changed since you looked. Check it, then send your change again."), status=409
        )
    rows = season.entries.select_related("player", "division").filter(status=Status.REGISTERED)
    found = rows.in_bulk(pks)
    if len(found) < len(pks):
        raise TournamentRefused(_("Choose two different players who are registered."), "other", 409)
    one, other = (found[pk] for pk in pks)
    if one.division == other.division:
        raise TournamentRefused(_("Both are already in the same division or on the waiting list."), "other", 409)
    reason = organiser_reason.checked(reason, by)
    one.division, other.division = other.division, one.division
    one.place, other.place = other.place, one.place
    for entry in (one, other):
        entry.by_hand, entry.words = True, reason
        entry.save()
    words = say("Swapped %(name)s and %(other)s.", name=one.shown_name, other=other.shown_name)
    note_in_season(season, words, by=by, reason=reason)


def line_up_digest(season: Season) -> str:
    """Return a short text that differs for every line-up."""
    rows = season.entries.filter(status=Status.REGISTERED).order_by("pk").values_list("pk", "division", "place")
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()[:16]


def registered_in(season: Season) -> list[SeasonEntry]:
    """Return the registered players in the order in which they came."""
    found = season.entries.filter(status=Status.REGISTERED, player__isnull=False)
    return list(found.select_related("player").order_by("entered_at", "pk"))


def refuse_too_many(season: Season, division: Division, count: int) -> None:
    """Raise ``TournamentRefused`` if the division would have more players than its event can have."""
    most = season.rules.most_players
    if most is not None and count > most:
        words = _("“%(division)s” would have %(count)s players; its event can have at most %(most)s.")
        found = {"division": division.name, "count": count, "most": most}
        raise TournamentRefused(words % found, "division", 409)


def _store(season: Season, entries: Sequence[SeasonEntry], found: LineUp) -> None:
    by_player = {entry.player_id: entry for entry in entries}
    divisions = list(season.divisions.order_by("level"))
    last = previous_season.last_played(season)
    names = list(last.divisions.order_by("level").values_list("name", flat=True)) if last else []
    known = (
        previous_season.known(season, last, [entry.player_id for entry in entries if entry.player_id]) if last else {}
    )
    for moves in (*found.divisions, found.waiting):
        for place, each in enumerate(moves, 1):
            entry = by_player[each.player]
            entry.division = divisions[each.level] if each.level is not None else None
            words = explained(each, names, known.get(each.player))
            entry.place, entry.why, entry.words, entry.by_hand = place, each.why.value, words, False
    SeasonEntry.objects.bulk_update(entries, ["division", "place", "why", "words", "by_hand"])


def _in_it(division: Division) -> int:
    return division.entries.filter(status=Status.REGISTERED, player__isnull=False).count()


def _refuse_unless_open(season: Season) -> None:
    if season.stage != Season.Stage.REGISTRATION:
        raise TournamentRefused(_("You can make the line-up only while registration is open."), status=409)
