"""The addresses of events, in the namespace ``tournaments``."""

from __future__ import annotations

from django.urls import URLPattern, include, path

from .views import crosstable, event, listing, manage, new, player_card, ratings, rounds, settings, table

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
]

urlpatterns = [path("", include((app_patterns, "tournaments")))]
