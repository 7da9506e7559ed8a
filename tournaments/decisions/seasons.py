"""Decisions that organisers must make in seasons.

The number of queries doesn't depend on how many seasons there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from timekeeping import clock
from tournaments.models import Event, Round, Season, Vacancy

from .decision import Decision
from .places import free_place, open_vacancies

Stage = Season.Stage
Address = tuple[str, str, int]


def decisions(season: Season) -> list[Decision]:
    """Return the decisions of one season, the most pressing first."""
    return decisions_of([season])[season.pk]


def decisions_of(seasons: Collection[Season]) -> dict[int, list[Decision]]:
    """Return decisions by the seasons' ids, the most pressing first.

    Leagues and clubs should be loaded with the seasons.
    """
    now = clock.now()
    running = [season.pk for season in seasons if season.stage == Stage.RUNNING]
    played = _still_played(running)
    places: dict[int, list[Vacancy]] = {}
    if running:
        for vacancy in open_vacancies().filter(entry__event__division__season__in=running):
            places.setdefault(vacancy.entry.event.division.season_id, []).append(vacancy)
    return {
        season.pk: list(_of_season(season, places.get(season.pk, []), now, is_played=season.pk in played))
        for season in seasons
    }


def _still_played(running: Collection[int]) -> set[int]:
    """Return the ids of the seasons in which something is left to play.

    The opposite is ``tournaments.locking.season.is_played_out``.
    """
    if not running:
        return set()
    events = Event.objects.filter(division__season__in=running)
    events = events.exclude(stage__in=(Event.Stage.FINISHED, Event.Stage.CANCELLED))
    closed = Count("round_set", filter=Q(round_set__stage=Round.Stage.CLOSED))
    has_round = Exists(Round.objects.filter(event=OuterRef("pk"), stage=Round.Stage.RUNNING))
    in_time = Q(division__season__ends_at=None) | Q(division__season__ends_at__gt=clock.now())
    left = ~Q(stage=Event.Stage.RUNNING) | Q(has_round) | (in_time & Q(closed__lt=F("rounds")))
    return set(events.annotate(closed=closed).filter(left).values_list("division__season", flat=True))


def _of_season(season: Season, places: list[Vacancy], now: datetime, *, is_played: bool) -> Iterator[Decision]:
    address: Address = (season.league.club.slug, season.league.slug, season.number)
    if season.stage == Stage.REGISTRATION:
        yield from _line_up(season, address, now)
    if season.stage != Stage.RUNNING:
        return
    yield from map(free_place, places)
    if not is_played:
        words = _("Check the standings, then end the season.")
        yield Decision(_("All matches are over"), words, reverse("leagues:ending", args=address), _("End season"))
    elif season.is_over_time:
        words = _("Decide the matches that aren’t over, or move the end.")
        url = reverse("leagues:unfinished", args=address)
        yield Decision(_("The season’s end has passed"), words, url, _("Decide unfinished matches"), "bad")


def _line_up(season: Season, address: Address, now: datetime) -> Iterator[Decision]:
    """Yield the decision about the line-up, once registration has closed."""
    closes_at = season.closes_at or season.starts_at
    if closes_at is None or closes_at > now:
        return
    manage = reverse("leagues:manage", args=address)
    is_late = season.starts_at is not None and season.starts_at <= now
    if season.proposed_at is None:
        words = _("Work out the line-up, check it, and publish it.")
        label, step = _("Work out line-up"), "propose"
    else:
        words, label, step = _("Check the line-up, then publish it."), _("Check line-up"), "publish"
    title = _("The season is overdue to begin") if is_late else _("Registration has closed")
    yield Decision(title, words, manage, label, "bad" if is_late else "warn", step=step)
