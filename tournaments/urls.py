"""The addresses of events, in the namespace ``tournaments``."""

from __future__ import annotations

from django.urls import URLPattern, include, path

from .views import (
    crosstable,
    enter,
    entries,
    entry_link,
    event,
    listing,
    manage,
    new,
    player_card,
    ratings,
    rounds,
    settings,
    table,
)

app_patterns: list[URLPattern] = [
    path("events/", listing.event_list, name="list"),
    path("events/<int:pk>/", event.overview, name="event"),
    path("events/<int:pk>/table/", table.table_page, name="table"),
    path("events/<int:pk>/crosstable/", crosstable.crosstable_page, name="crosstable"),
    path("events/<int:pk>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("events/<int:pk>/players/<int:entry>/", player_card.player_page, name="player"),
    path("events/new/", new.event_new, name="new"),
    path("events/<int:pk>/manage/", manage.manage_page, name="manage"),
    path("events/<int:pk>/manage/settings/", settings.settings_page, name="settings"),
    path("ratings/<slug:slug>/", ratings.rating_page, name="ratings"),
    path("events/<int:pk>/enter/", enter.enter_page, name="enter"),
    path("events/<int:pk>/leave/", enter.leave_page, name="leave"),
    path("events/<int:pk>/absences/", enter.absences_page, name="absences"),
    path("events/<int:pk>/entries/", entries.entries_page, name="entries"),
    path("events/check-in/<str:token>/", entry_link.check_in_page, name="check_in"),
    path("events/link/<str:token>/", entry_link.link_page, name="link"),
]

urlpatterns = [path("", include((app_patterns, "tournaments")))]
