"""The addresses of events, in the namespace ``tournaments``."""

from __future__ import annotations

from django.urls import URLPattern, include, path

from tournaments.clocks import clocks_page
from tournaments.decisions import decisions_page
from tournaments.entries import enter_page, link_page, manage_entries, team_page
from tournaments.entries import entry_list as entries
from tournaments.events import announcements_page, event_list, event_page, log_page
from tournaments.events import manage_event as manage
from tournaments.events.dates import end_date_page, unfinished_page
from tournaments.events.ending import ending_page
from tournaments.events.settings import new_event, settings_page
from tournaments.files.exports import export_page
from tournaments.files.imports import accounts_page, entries_page, trf_page
from tournaments.ratings import ratings_page
from tournaments.rounds import manage_round as manage_rounds
from tournaments.rounds import rounds_page
from tournaments.rounds.drafts import forbidden_pairs_page
from tournaments.rounds.results import bye_page, result_page
from tournaments.standings import bracket_page, crosstable, player_card, standings_page

from .clubs import app_patterns as club_patterns
from .seasons import app_patterns as league_patterns
from .weekly import app_patterns as weekly_patterns

app_patterns: list[URLPattern] = [
    path("events/", event_list.event_list, name="list"),
    path("events/<int:pk>/", event_page.overview, name="event"),
    path("events/<int:pk>/table/", standings_page.standings_page, name="standings"),
    path("events/<int:pk>/crosstable/", crosstable.crosstable_page, name="crosstable"),
    path("events/<int:pk>/bracket/", bracket_page.bracket_page, name="bracket"),
    path("events/<int:pk>/rounds/<int:number>/", rounds_page.round_page, name="round"),
    path("events/<int:pk>/players/<int:entry>/", player_card.player_page, name="player"),
    path("decisions/", decisions_page.decisions_page, name="decisions"),
    path("events/new/", new_event.event_new, name="new"),
    path("events/<int:pk>/log/", log_page.log_page, name="log"),
    path("events/<int:pk>/manage/", manage.ManagePage.as_view(), name="manage"),
    path("events/<int:pk>/announcements/", announcements_page.announcements_page, name="announcements"),
    path("events/<int:pk>/manage/announce/", announcements_page.announce_page, name="announce"),
    path("events/<int:pk>/manage/rounds/<int:number>/", manage_rounds.ManageRoundPage.as_view(), name="manage_round"),
    path("events/<int:pk>/manage/results/<int:pairing>/", result_page.result_page, name="manage_result"),
    path("events/<int:pk>/manage/byes/<int:pairing>/", bye_page.bye_page, name="manage_bye"),
    path("events/<int:pk>/manage/unfinished/", unfinished_page.UnfinishedPage.as_view(), name="unfinished"),
    path("events/<int:pk>/manage/clocks/", clocks_page.ClocksPage.as_view(), name="clocks"),
    path("events/<int:pk>/manage/end/", end_date_page.EndDatePage.as_view(), name="end"),
    path("events/<int:pk>/manage/end-or-cancel/", ending_page.EventEndingPage.as_view(), name="ending"),
    path("events/<int:pk>/manage/forbidden/", forbidden_pairs_page.ForbiddenPairsPage.as_view(), name="forbidden"),
    path("events/<int:pk>/manage/settings/", settings_page.settings_page, name="settings"),
    path("ratings/<slug:slug>/", ratings_page.rating_page, name="ratings"),
    path("events/<int:pk>/enter/", enter_page.enter_page, name="enter"),
    path("events/<int:pk>/leave/", enter_page.LeavePage.as_view(), name="leave"),
    path("events/<int:pk>/absences/", enter_page.AbsencesPage.as_view(), name="absences"),
    path("events/<int:pk>/team/", team_page.TeamPage.as_view(), name="team"),
    path("events/<int:pk>/team/<str:signed>/", team_page.join_page, name="join_team"),
    path("events/<int:pk>/entries/", entries.entries_page, name="entries"),
    path("events/check-in/<str:token>/", link_page.check_in_page, name="check_in"),
    path("events/link/<str:token>/", link_page.link_page, name="link"),
    path("events/<int:pk>/print/", export_page.print_page, name="print"),
    path("events/<int:pk>/export/records.zip", export_page.records, name="records"),
    path("events/<int:pk>/export/<slug:what>.<slug:ending>", export_page.export, name="export"),
    path("events/<int:pk>/manage/entries/", manage_entries.EntriesPage.as_view(), name="manage_entries"),
    path("events/<int:pk>/manage/import/", entries_page.ImportEntriesPage.as_view(), name="import_entries"),
    path("events/<int:pk>/manage/import/trf/", trf_page.ImportTrfPage.as_view(), name="import_trf"),
    path("events/<int:pk>/manage/accounts/", accounts_page.accounts_page, name="accounts"),
]

urlpatterns = [
    path("", include((app_patterns, "tournaments"))),
    path("", include((club_patterns, "clubs"))),
    path("", include((league_patterns, "leagues"))),
    path("", include((weekly_patterns, "weekly"))),
]
