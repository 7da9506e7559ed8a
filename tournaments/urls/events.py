"""The addresses of events, in the namespace ``tournaments``."""

from __future__ import annotations

from django.urls import URLPattern, include, path

from tournaments.views import announcements, decisions, ratings
from tournaments.views.entries import (
    accounts,
    byes,
    enter,
    forbidden_pairs,
    import_list,
    link,
    team,
)
from tournaments.views.entries import (
    list as entries,
)
from tournaments.views.entries import (
    manage as manage_entries,
)
from tournaments.views.events import (
    bracket,
    crosstable,
    event,
    event_list,
    exports,
    log,
    player,
    rounds,
    standings,
)
from tournaments.views.manage import (
    clocks,
    end_date,
    ending,
    import_trf,
    new_event,
    results,
    settings,
    unfinished,
)
from tournaments.views.manage import (
    event as manage,
)
from tournaments.views.manage import (
    rounds as manage_rounds,
)

from .clubs import app_patterns as club_patterns
from .seasons import app_patterns as league_patterns
from .weekly import app_patterns as weekly_patterns

app_patterns: list[URLPattern] = [
    path("events/", event_list.event_list, name="list"),
    path("events/<int:pk>/", event.overview, name="event"),
    path("events/<int:pk>/table/", standings.standings_page, name="standings"),
    path("events/<int:pk>/crosstable/", crosstable.crosstable_page, name="crosstable"),
    path("events/<int:pk>/bracket/", bracket.bracket_page, name="bracket"),
    path("events/<int:pk>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("events/<int:pk>/players/<int:entry>/", player.player_page, name="player"),
    path("decisions/", decisions.decisions_page, name="decisions"),
    path("events/new/", new_event.event_new, name="new"),
    path("events/<int:pk>/log/", log.log_page, name="log"),
    path("events/<int:pk>/manage/", manage.ManagePage.as_view(), name="manage"),
    path("events/<int:pk>/announcements/", announcements.announcements_page, name="announcements"),
    path("events/<int:pk>/manage/announce/", announcements.announce_page, name="announce"),
    path("events/<int:pk>/manage/rounds/<int:number>/", manage_rounds.ManageRoundPage.as_view(), name="manage_round"),
    path("events/<int:pk>/manage/results/<int:pairing>/", results.result_page, name="manage_result"),
    path("events/<int:pk>/manage/byes/<int:pairing>/", byes.bye_page, name="manage_bye"),
    path("events/<int:pk>/manage/unfinished/", unfinished.UnfinishedPage.as_view(), name="unfinished"),
    path("events/<int:pk>/manage/clocks/", clocks.ClocksPage.as_view(), name="clocks"),
    path("events/<int:pk>/manage/end/", end_date.EndDatePage.as_view(), name="end"),
    path("events/<int:pk>/manage/end-or-cancel/", ending.EventEndingPage.as_view(), name="ending"),
    path("events/<int:pk>/manage/forbidden/", forbidden_pairs.ForbiddenPairsPage.as_view(), name="forbidden"),
    path("events/<int:pk>/manage/settings/", settings.settings_page, name="settings"),
    path("ratings/<slug:slug>/", ratings.rating_page, name="ratings"),
    path("events/<int:pk>/enter/", enter.enter_page, name="enter"),
    path("events/<int:pk>/leave/", enter.LeavePage.as_view(), name="leave"),
    path("events/<int:pk>/absences/", enter.AbsencesPage.as_view(), name="absences"),
    path("events/<int:pk>/team/", team.TeamPage.as_view(), name="team"),
    path("events/<int:pk>/team/<str:signed>/", team.join_page, name="join_team"),
    path("events/<int:pk>/entries/", entries.entries_page, name="entries"),
    path("events/check-in/<str:token>/", link.check_in_page, name="check_in"),
    path("events/link/<str:token>/", link.link_page, name="link"),
    path("events/<int:pk>/print/", exports.print_page, name="print"),
    path("events/<int:pk>/export/records.zip", exports.records, name="records"),
    path("events/<int:pk>/export/<slug:what>.<slug:ending>", exports.export, name="export"),
    path("events/<int:pk>/manage/entries/", manage_entries.EntriesPage.as_view(), name="manage_entries"),
    path("events/<int:pk>/manage/import/", import_list.ImportEntriesPage.as_view(), name="import_entries"),
    path("events/<int:pk>/manage/import/trf/", import_trf.ImportTrfPage.as_view(), name="import_trf"),
    path("events/<int:pk>/manage/accounts/", accounts.accounts_page, name="accounts"),
]

urlpatterns = [
    path("", include((app_patterns, "tournaments"))),
    path("", include((club_patterns, "clubs"))),
    path("", include((league_patterns, "leagues"))),
    path("", include((weekly_patterns, "weekly"))),
]
