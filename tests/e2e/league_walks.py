"""A walk through a club's leagues: a season that was played, one that is open, and one that has come to its end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tests.support import running_events
from tests.support.seasons import club, league, opened, organiser_of, played, propose, register
from tournaments.clocks import all_clocks
from tournaments.entries.replacements import links
from tournaments.entries.withdrawals import withdraw
from tournaments.locking.scope import Scope
from tournaments.models import Entry, PlaceOffer, Season
from tournaments.seasons.line_up import publish

from .match_walks import LONG_LINE
from .walking import Stop, walk

FIRST, SECOND = "Ann Ben Cleo Dan", "Eve Finn Gus Hal"


@walk(
    "leagues:list", "leagues:new", "leagues:league", "leagues:change", "leagues:new_season", "leagues:season",
    "leagues:manage", "leagues:settings", "leagues:unfinished", "leagues:places",
    "leagues:offer", "leagues:end", "leagues:clocks", "leagues:ending",
)  # fmt: skip
def from_season_to_season() -> Iterator[Stop]:
    sunday = league(club("Northside"), "The Sunday League of All Coasts and Rivers, Northern Division")
    sunday.about = LONG_LINE
    sunday.save()
    organiser = organiser_of(sunday.club)

    def at(name: str, *more: str | int) -> str:
        return reverse(f"leagues:{name}", args=[sunday.club.slug, *more])

    yield Stop("leagues", at("list"), organiser)
    yield Stop("new league", at("new"), organiser)
    played(sunday, [FIRST, SECOND])
    for name in ("league", "change", "new_season"):
        yield Stop(name, at(name, sunday.slug), organiser)
    yield Stop("a season that is over", at("season", sunday.slug, 1))
    season = opened(sunday)
    register(season, f"{FIRST} {SECOND} Kim")
    propose(season)
    for name in ("season", "manage", "settings"):
        yield Stop(f"{name} of a season that is open", at(name, sunday.slug, 2), organiser)
    publish.publish(season, by=organiser)
    running_events.work_off()
    left = Entry.objects.filter(event__division__season=season).select_related("player").latest("pk")
    withdraw.withdraw(left, by=left.player)
    yield Stop("a place that is free", at("places", sunday.slug, 2), organiser)
    yield Stop("a place on offer", links.place_offer_url(PlaceOffer.objects.get()).removeprefix(settings.SITE_URL))
    Season.objects.filter(pk=season.pk).update(ends_at=timezone.now() - timedelta(hours=1))
    yield Stop("unfinished matches", at("unfinished", sunday.slug, 2), organiser)
    yield Stop("moving the end", at("end", sunday.slug, 2), organiser)
    yield Stop("ending", at("ending", sunday.slug, 2), organiser)
    all_clocks.act(Scope(season), all_clocks.Kind.STOP, by=organiser, reason=LONG_LINE[:190], seen=0)
    yield Stop("clocks that are stopped", at("clocks", sunday.slug, 2), organiser)
