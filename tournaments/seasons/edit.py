"""Making a league and its seasons: setting them up, opening registration, and taking that back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.letter_case import fold
from i18n.text import say
from matches.input.text import visible_line
from timekeeping import clock
from tournaments.events.dates import date_causes
from tournaments.events.settings.save import VacationTerms, fill, save
from tournaments.locking.club_log import note, note_in_season
from tournaments.locking.locks import CLUB, SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Division, Event, EventTerms, League, Season
from tournaments.settings.rows import OF_SEASONS
from tournaments.settings.validate import FARTHEST, Fault, faults, of_numbers

from . import season_causes
from .line_up import propose

Stage = Season.Stage
MOST_LEAGUES = 20
MOST_DIVISIONS = 20
SMALLEST, LARGEST = 2, 60
LONGEST_NAME = 40  # of a division
TERMS = frozenset(field.name for field in EventTerms._meta.get_fields())
TAKEN = frozenset(("new",))  # what addresses below those of leagues are called


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is chosen for a season. ``settings`` are fields of ``Season``.

    ``sizes`` are those of its divisions from the top, and ``names`` theirs, if they have any.
    """

    settings: Mapping[str, Any]
    sizes: Sequence[int]
    vacation: VacationTerms
    names: Sequence[str] = ()


@CLUB.transaction_with_retry
def make_league(club: Club, name: str, about: str, *, by: User) -> League:
    """Make a league. Raises ``TournamentRefused``."""
    club = CLUB.lock(club.pk)
    name = visible_line(name)
    about = about.strip()
    _refuse_name(club, name)
    if club.leagues.count() >= MOST_LEAGUES:
        raise TournamentRefused(_("A club can have at most %(most)s leagues.") % {"most": MOST_LEAGUES}, status=409)
    slug = _free_slug(club, name)
    league = League.objects.create(club=club, name=name, about=about, slug=slug, made_by=by, made_at=clock.now())
    note(club, say("Created the league “%(league)s”.", league=name), by=by)
    return league


@CLUB.transaction_with_retry
def change_league(league: League, name: str, about: str, *, by: User) -> League:
    """Change a league, but not its address. Raises ``TournamentRefused``."""
    club = CLUB.lock(league.club_id)
    name = visible_line(name)
    league = club.leagues.get(pk=league.pk)
    if (league.name, league.about) == (name, about.strip()):
        return league
    if league.name != name:
        _refuse_name(club, name)
    league.name, league.about = name, about.strip()
    league.save(update_fields=["name", "about"])
    note(club, say("Changed the description of the league “%(league)s”.", league=name), by=by)
    return league


@CLUB.transaction_with_retry
def make_season(league: League, game_slug: str, plan: Plan, *, by: User) -> Season:
    """Make the league's next season, which only the club's organisers see yet. Raises ``TournamentRefused``."""
    club = CLUB.lock(league.club_id)
    league = club.leagues.get(pk=league.pk)
    if league.seasons.filter(stage__in=(Stage.DRAFT, Stage.REGISTRATION)).exists():
        raise TournamentRefused(_("This league’s next season is already being set up."), status=409)
    number = (league.seasons.aggregate(last=Max("number"))["last"] or 0) + 1
    season = Season(league=league, number=number, game_slug=game_slug, made_by=by, made_at=clock.now())
    _save(season, plan)
    note_in_season(season, say("Set up the season."), by=by)
    return season


@SEASON.transaction_with_retry
def change_season(season: Season, plan: Plan, *, by: User) -> Season:
    """Change a season whose line-up isn't published. Raises ``TournamentRefused``."""
    season = SEASON.lock(season.pk)
    if season.stage not in (Stage.DRAFT, Stage.REGISTRATION):
        raise TournamentRefused(_("The season’s settings are fixed now that the line-up is published."), status=409)
    before, seen = _makes_line_up(season), date_causes.dates_of(season)
    _save(season, plan)
    date_causes.moved(season, seen)
    if _makes_line_up(season) != before:
        season.proposed_at = None
        season.save(update_fields=["proposed_at"])
    note_in_season(season, say("Changed the season’s settings."), by=by)
    return season


@SEASON.transaction_with_retry
def open_registration(season: Season, *, by: User) -> Season:
    """Open registration, so that members find the season and can register.

    Idempotent. Raises ``TournamentRefused``.
    """
    season = SEASON.lock(season.pk)
    if season.stage == Stage.REGISTRATION:
        return season
    if season.stage != Stage.DRAFT:
        raise TournamentRefused(_("This season isn’t being set up, so you can’t open registration."), status=409)
    if season.closes_at is not None and season.closes_at <= clock.now():
        words = _("Registration’s closing time has passed. Choose another in the settings.")
        raise TournamentRefused(words, "closes_at", 409)
    _to(season, Stage.REGISTRATION, say("Opened the season for registration."), by)
    if season.opened_at is None:  # whom it was told once, it is not told again
        season.opened_at = clock.now()
        season.save(update_fields=["opened_at"])
        season_causes.opened(season)
    return season


@SEASON.transaction_with_retry
def season_to_draft(season: Season, *, by: User) -> Season:
    """Make an open season a draft again, while no one has registered. Raises ``TournamentRefused``."""
    season = SEASON.lock(season.pk)
    if season.stage == Stage.DRAFT:
        return season
    if season.stage != Stage.REGISTRATION or season.entries.exists():
        raise TournamentRefused(
            _("Players have registered, so you can’t hide the season. Cancel it instead."), status=409
        )
    return _to(season, Stage.DRAFT, say("Hid the season again to continue setting it up."), by)


def last_of(league: League) -> Season | None:
    return league.seasons.exclude(stage=Stage.CANCELLED).select_related("vacation_pool").order_by("-number").first()


def as_event(season: Season) -> Event:
    """Return an event, not stored, with the season's terms."""
    return Event(**{name: getattr(season, name) for name in TERMS})


def why_not_seated(season: Season, count: int) -> str:
    """Return why that many players can't play at the season's tables; "" if they can, or it has none."""
    return season.rules.why_not_seated(season, count)


def faults_in(season: Season, plan: Plan) -> list[Fault]:
    """Return what would be wrong with the season if it were planned like this."""
    planned = copy(season)
    fill(planned, plan.settings, plan.vacation)
    before = as_event(season) if season.pk else None
    found = [] if planned.name else [Fault("name", _("Give the season a name."))]
    found += [*plan.vacation.faults(), *faults(as_event(planned), clock.now(), before=before)]
    found += [
        *of_numbers(planned, (setting for setting in OF_SEASONS if not setting.events)),
        *_faults_of_end(planned),
        *_faults_of_sizes(planned, plan.sizes),
        *_faults_of_names(plan),
        *_faults_of_replacements(planned),
    ]
    return found


def _faults_of_end(season: Season) -> Iterator[Fault]:
    if season.ends_at is not None and season.starts_at is not None and season.ends_at <= season.starts_at:
        yield Fault("ends_at", _("The season must end after it starts."))
    elif season.ends_at is not None and season.ends_at <= clock.now():
        yield Fault("ends_at", _("This end has passed. Choose a later one."))
    elif season.ends_at is not None and season.ends_at - clock.now() > FARTHEST:
        yield Fault("ends_at", _("The season must end within three years."))


def _faults_of_sizes(season: Season, sizes: Sequence[int]) -> Iterator[Fault]:
    if not 1 <= len(sizes) <= MOST_DIVISIONS:
        yield Fault("sizes", _("A season can have 1 to %(most)s divisions.") % {"most": MOST_DIVISIONS})
    elif not all(SMALLEST <= size <= LARGEST for size in sizes):
        words = _("A division needs %(least)s to %(most)s players.")
        yield Fault("sizes", words % {"least": SMALLEST, "most": LARGEST})
    elif wrong := next((size for size in sizes if why_not_seated(season, size)), None):
        yield Fault("sizes", why_not_seated(season, wrong))
    elif len(sizes) > 1 and season.up + season.down > min(sizes):
        yield Fault("down", _("More players would be promoted and relegated than the smallest division has."))


def _faults_of_replacements(season: Season) -> Iterator[Fault]:
    if season.replacements == Season.Replacements.ANEW and season.rules.why_not_anew:
        yield Fault("replacements", str(season.rules.why_not_anew))


def _faults_of_names(plan: Plan) -> Iterator[Fault]:
    names = _names(plan)
    if len(plan.names) > len(plan.sizes):
        yield Fault("names", _("There are more names than divisions."))
    elif any(len(name) > LONGEST_NAME for name in names):
        yield Fault("names", _("A division’s name can have at most %(most)s characters.") % {"most": LONGEST_NAME})
    elif len({name.casefold() for name in names}) < len(names):
        yield Fault("names", _("Two divisions would have the same name."))


def _names(plan: Plan) -> list[str]:
    """Return the names of all divisions, from the top."""
    given = [*plan.names, *[""] * len(plan.sizes)]
    return [name or usual_name(level) for level, name in enumerate(given[: len(plan.sizes)], 1)]


def usual_name(level: int) -> str:
    """Return the name of a division that has none of its own."""
    return _("Division %(number)s") % {"number": level}


def _refuse_name(club: Club, name: str) -> None:
    if not name:
        raise TournamentRefused(_("Give the league a name."), "name")
    if fold(name) in map(fold, club.leagues.values_list("name", flat=True)):
        raise TournamentRefused(_("The club already has a league with that name."), "name")


def _free_slug(club: Club, name: str) -> str:
    wanted = slugify(name)[:50] or "league"
    known = {*club.leagues.values_list("slug", flat=True), *TAKEN}
    return next(slug for slug in (wanted, *(f"{wanted}-{n}" for n in range(2, MOST_LEAGUES + 9))) if slug not in known)


def _makes_line_up(season: Season) -> tuple[object, ...]:
    """Return the settings that a line-up depends on: if they change, one worked out before no longer holds."""
    rules = propose.rules_of(season)
    return rules.sizes, rules.vacancies, rules.newcomers, rules.keeps


@transaction.atomic
def _save(season: Season, plan: Plan) -> None:
    for fault in faults_in(season, plan):
        raise TournamentRefused(fault.message, fault.field)
    fill(season, plan.settings, plan.vacation)
    save(season, plan.vacation)
    for level, (size, name) in enumerate(zip(plan.sizes, _names(plan), strict=True), 1):
        Division.objects.update_or_create(season=season, level=level, defaults={"size": size, "name": name})
    season.divisions.filter(level__gt=len(plan.sizes)).delete()


def _to(season: Season, stage: Season.Stage, words: str, by: User) -> Season:
    season.stage = stage
    season.save(update_fields=["stage"])
    note_in_season(season, words, by=by)
    return season
