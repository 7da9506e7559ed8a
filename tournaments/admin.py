"""What the host sees of events. Nothing is changed by hand: organisers' pages do that, with a reason and a line in the
event's log, and the host may use them for every event."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from matches.admin_bases import Kept

from .models import Absence, Announcement, Entry, Event, Forbidden, LogLine, Pairing, RatedMonth, Rating, Round
from .setting_up.terms import format_words


class Inspected(Kept):
    show_full_result_count = False


@admin.register(Event)
class EventAdmin(Inspected):
    list_display = ("name", "stage", "played_as", "players", "made_by", "made_at", "begun_at", "ended_at")
    list_filter = ("stage", "format", "game_slug", "is_public")
    list_select_related = ("made_by",)
    search_fields = ("=id", "name", "organisers__display_name", "organisers__email")
    search_help_text = "Number or name of the event, or an organiser's name or address"
    date_hierarchy = "made_at"
    fields = ("pages", *(field.name for field in Event._meta.fields if field.editable), "organisers")
    readonly_fields = ("pages",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        counted: QuerySet[Event] = super().get_queryset(request).annotate(players=Count("entries"))
        return counted

    @admin.display(description="Format")
    def played_as(self, event: Event) -> str:
        return format_words(event)

    @admin.display(description="Players", ordering="players")
    def players(self, event: Any) -> int:
        count: int = event.players
        return count

    @admin.display(description="Pages")
    def pages(self, event: Event) -> SafeString:
        manage = reverse("tournaments:manage", args=[event.pk])
        entries = f"{reverse('admin:tournaments_entry_changelist')}?event__id__exact={event.pk}"
        words = '<a href="{}">The event</a> · <a href="{}">Manage it</a> · <a href="{}">Its entries</a>'
        return format_html(words, event.get_absolute_url(), manage, entries)


@admin.register(Entry)
class EntryAdmin(Inspected):
    list_display = ("shown_name", "event", "status", "number", "rating", "entered_at", "checked_in_at", "is_no_show")
    list_filter = ("status", "is_no_show")
    list_select_related = ("event", "player")
    search_fields = ("=event__id", "event__name", "name", "player__display_name", "player__email")
    date_hierarchy = "entered_at"


@admin.register(Absence)
class AbsenceAdmin(Inspected):
    list_display = ("entry", "round_number", "bye")
    list_select_related = ("entry",)
    search_fields = ("=entry__event__id", "entry__player__display_name")


@admin.register(Round)
class RoundAdmin(Inspected):
    list_display = ("__str__", "stage", "work", "progress", "failure", "published_at", "due_at", "closed_at")
    list_filter = ("stage", "work")
    list_select_related = ("event",)
    search_fields = ("=event__id", "event__name")


@admin.register(Pairing)
class PairingAdmin(Inspected):
    list_display = ("__str__", "round", "board", "first", "second", "white_code", "black_code", "match", "decided_at")
    list_filter = ("is_annulled", "is_by_hand", "settled_by_hand")
    list_select_related = ("round__event", "white__player", "black__player", "match")
    search_fields = ("=round__event__id", "=match__id", "white__player__display_name", "black__player__display_name")

    @admin.display(description="First")
    def first(self, pairing: Pairing) -> str:
        return pairing.white.shown_name

    @admin.display(description="Second")
    def second(self, pairing: Pairing) -> str:
        return pairing.black.shown_name if pairing.black else "bye"


@admin.register(Forbidden)
class ForbiddenAdmin(Inspected):
    list_display = ("__str__", "event", "first", "second", "first_round", "last_round", "reason")
    list_select_related = ("event", "first", "second")
    search_fields = ("=event__id", "event__name")


@admin.register(LogLine)
class LogLineAdmin(Inspected):
    list_display = ("at", "event", "kind", "by", "words", "reason")
    list_filter = ("kind",)
    list_select_related = ("event", "by")
    search_fields = ("=event__id", "event__name", "by__display_name", "entry__player__display_name", "entry__name")
    date_hierarchy = "at"


@admin.register(Announcement)
class AnnouncementAdmin(Inspected):
    list_display = ("subject", "event", "audience", "by", "at")
    list_filter = ("audience",)
    list_select_related = ("event", "by")
    search_fields = ("=event__id", "event__name", "subject")
    date_hierarchy = "at"


@admin.register(Rating)
class RatingAdmin(Inspected):
    list_display = ("player", "game_slug", "month", "rating", "deviation", "games", "total")
    list_filter = ("game_slug",)
    list_select_related = ("player",)
    search_fields = ("player__display_name", "player__email")
    date_hierarchy = "month"


@admin.register(RatedMonth)
class RatedMonthAdmin(Inspected):
    list_display = ("game_slug", "month", "games", "rated_at")
    list_filter = ("game_slug",)
    search_fields = ("game_slug",)
    date_hierarchy = "month"
