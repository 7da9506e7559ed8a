"""The addresses of leagues, in the namespace ``leagues``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.clocks import clocks_page
from tournaments.events.dates import end_date_page, unfinished_page
from tournaments.seasons import (
    ending_page,
    leagues,
    manage_season,
    offers,
    replacements_page,
    season_page,
    season_settings,
)

LEAGUE = "clubs/<slug:club>/leagues/<slug:league>/"

app_patterns: list[URLPattern] = [
    path("clubs/<slug:club>/leagues/", leagues.league_list, name="list"),
    path("clubs/<slug:club>/leagues/new/", leagues.league_new, name="new"),
    path(LEAGUE, leagues.league_page, name="league"),
    path(f"{LEAGUE}change/", leagues.league_change, name="change"),
    path(f"{LEAGUE}new/", season_settings.season_new, name="new_season"),
    path(f"{LEAGUE}<int:number>/", season_page.SeasonView.as_view(), name="season"),
    path(f"{LEAGUE}<int:number>/manage/", manage_season.ManageSeasonPage.as_view(), name="manage"),
    path(f"{LEAGUE}<int:number>/unfinished/", unfinished_page.UnfinishedPage.as_view(), name="unfinished"),
    path(f"{LEAGUE}<int:number>/clocks/", clocks_page.ClocksPage.as_view(), name="clocks"),
    path(f"{LEAGUE}<int:number>/end/", end_date_page.EndDatePage.as_view(), name="end"),
    path(f"{LEAGUE}<int:number>/end-or-cancel/", ending_page.SeasonEndingPage.as_view(), name="ending"),
    path(f"{LEAGUE}<int:number>/places/", replacements_page.PlacesPage.as_view(), name="places"),
    path("clubs/offer/place/<str:token>/", offers.link_page, name="offer"),
    path(f"{LEAGUE}<int:number>/settings/", season_settings.settings_page, name="settings"),
]
