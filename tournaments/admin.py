"""Events in the host's admin, read-only.

They are changed on the organisers' pages, with a reason and a line in the event's log; the host may use those pages for
every event.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.admin import WITH_PLAYER, KeptAdmin, ReadOnlyAdmin

from .models import (
    Absence,
    Announcement,
    Card,
    Club,
    ClubLine,
    ClubNews,
    Division,
    Entry,
    Event,
    Forbidden,
    League,
    LogLine,
    Membership,
    Pairing,
    PlaceOffer,
    RatedMonth,
    Rating,
    Round,
    Season,
    SeasonEntry,
    TableSeat,
    Vacancy,
)
from .models.archive import Arrival, Upload
from .models.log import ClockAct
from .models.round import ByeMatch, DrawnMatch, PendingVerdict
from .models.weekly import WeeklyAttempt, WeeklyForest
from .settings.describe import format_words


class Inspected(KeptAdmin):
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


@admin.register(TableSeat)
class TableSeatAdmin(Inspected):
    list_display = ("__str__", "pairing", "entry", "index", "place", "score", "has_played")
    list_select_related = ("pairing", "entry__player")
    search_fields = ("=pairing__round__event__id", "=pairing__match__id", "entry__player__display_name")


@admin.register(DrawnMatch)
class DrawnMatchAdmin(Inspected):
    list_display = ("__str__", "pairing", "number", "white", "black", "match", "words", "decided_at")
    list_select_related = ("pairing", "white__player", "black__player", "match")
    search_fields = ("=pairing__round__event__id", "=match__id", "white__player__display_name")


@admin.register(ByeMatch)
class ByeMatchAdmin(Inspected):
    list_display = ("__str__", "pairing", "match")
    list_select_related = ("pairing", "match")
    search_fields = ("=pairing__round__event__id", "=match__id")


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


class OfClub(Inspected):
    deleted_on = WITH_PLAYER | {"tournaments_club_delete", "tournaments_club_changelist"}


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """Clubs; one without events can be deleted here, with everything in it."""

    show_full_result_count = False
    list_display = ("name", "slug", "joining", "members", "made_by", "made_at")
    list_filter = ("joining",)
    list_select_related = ("made_by",)
    search_fields = ("=id", "name", "slug", "memberships__player__display_name", "memberships__player__email")
    search_help_text = "Number or name of the club, or a member's name or address"
    date_hierarchy = "made_at"
    exclude = ("invitation_key",)
    readonly_fields = ("pages",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        counted: QuerySet[Club] = (
            super()
            .get_queryset(request)
            .annotate(members=Count("memberships", filter=Q(memberships__status=Membership.Status.MEMBER)))
        )
        return counted

    @admin.display(description="Members", ordering="members")
    def members(self, club: Any) -> int:
        count: int = club.members
        return count

    @admin.display(description="Pages")
    def pages(self, club: Club) -> SafeString:
        manage = reverse("clubs:manage", args=[club.slug])
        return format_html('<a href="{}">The club</a> · <a href="{}">Manage it</a>', club.get_absolute_url(), manage)


@admin.register(Membership)
class MembershipAdmin(OfClub):
    list_display = ("shown_name", "club", "role", "status", "since")
    list_filter = ("status", "role")
    list_select_related = ("club", "player")
    search_fields = ("=club__id", "club__name", "name", "address", "player__display_name", "player__email")
    date_hierarchy = "since"


@admin.register(ClubLine)
class ClubLineAdmin(OfClub):
    list_display = ("at", "club", "by", "words", "reason")
    list_select_related = ("club", "by")
    search_fields = ("=club__id", "club__name", "by__display_name")
    date_hierarchy = "at"


@admin.register(ClubNews)
class ClubNewsAdmin(OfClub):
    list_display = ("subject", "club", "by", "at")
    list_select_related = ("club", "by")
    search_fields = ("=club__id", "club__name", "subject")
    date_hierarchy = "at"


@admin.register(League)
class LeagueAdmin(OfClub):
    list_display = ("name", "club", "made_by", "made_at")
    list_select_related = ("club", "made_by")
    search_fields = ("=id", "name", "club__name")
    date_hierarchy = "made_at"


@admin.register(Season)
class SeasonAdmin(OfClub):
    list_display = ("name", "league", "number", "stage", "made_by", "starts_at", "ended_at")
    list_filter = ("stage", "format", "game_slug")
    list_select_related = ("league", "made_by")
    search_fields = ("=id", "name", "league__name", "league__club__name")
    date_hierarchy = "made_at"


@admin.register(Division)
class DivisionAdmin(OfClub):
    list_display = ("name", "season", "level", "size", "event")
    list_select_related = ("season__league", "event")
    search_fields = ("=id", "name", "season__name", "season__league__name")


@admin.register(SeasonEntry)
class SeasonEntryAdmin(OfClub):
    list_display = ("shown_name", "season", "status", "division", "why", "by_hand", "entered_at")
    list_filter = ("status", "why")
    list_select_related = ("season__league", "division", "player")
    search_fields = ("=season__id", "season__name", "season__league__name", "player__display_name", "player__email")
    date_hierarchy = "entered_at"


@admin.register(PendingVerdict)
class PendingVerdictAdmin(Inspected):
    list_display = ("pairing", "verdict", "by", "asked_at")
    list_filter = ("verdict",)
    list_select_related = ("pairing__round__event", "by")
    search_fields = ("=pairing__round__event__id", "pairing__round__event__name")
    date_hierarchy = "asked_at"


@admin.register(ClockAct)
class ClockActAdmin(Inspected):
    list_display = ("event", "kind", "amount", "by", "at")
    list_filter = ("kind",)
    list_select_related = ("event", "by")
    search_fields = ("=event__id", "event__name")
    date_hierarchy = "at"


@admin.register(Vacancy)
class VacancyAdmin(OfClub):
    list_display = ("entry", "player", "at", "until", "starts_anew", "taken_by", "end")
    list_filter = ("end", "starts_anew")
    list_select_related = ("entry__event", "player", "taken_by")
    search_fields = ("=entry__event__id", "entry__event__name", "player__display_name", "taken_by__display_name")
    date_hierarchy = "at"


@admin.register(PlaceOffer)
class PlaceOfferAdmin(OfClub):
    list_display = ("vacancy", "player", "by", "at", "until", "answer")
    list_filter = ("answer",)
    list_select_related = ("vacancy", "player", "by")
    search_fields = ("=vacancy__id", "vacancy__entry__event__name", "player__display_name", "player__email")
    date_hierarchy = "at"


@admin.register(Card)
class CardAdmin(OfClub):
    list_display = ("entry", "player", "colour", "at", "lifted_at", "lifted_by")
    list_filter = ("colour",)
    list_select_related = ("entry__event", "player", "lifted_by")
    search_fields = ("=entry__event__id", "entry__event__name", "player__display_name", "player__email")
    date_hierarchy = "at"


@admin.register(Arrival)
class ArrivalAdmin(OfClub):
    list_display = ("name", "club")
    list_select_related = ("club",)
    search_fields = ("=club__id", "club__name", "name")


@admin.register(Upload)
class UploadAdmin(OfClub):
    list_display = ("player", "sent_at", "digest")
    list_select_related = ("player",)
    search_fields = ("player__display_name", "player__email")
    date_hierarchy = "sent_at"


@admin.register(WeeklyForest)
class WeeklyForestAdmin(Inspected):
    """Weekly forests, without their bytes, which nobody may see."""

    list_display = ("begins_on", "server_digest", "made_at", "closed_at")
    date_hierarchy = "begins_on"
    exclude = ("server",)


@admin.register(WeeklyAttempt)
class WeeklyAttemptAdmin(Inspected):
    list_display = ("player", "forest", "game_slug", "level", "measured", "decided_at", "counts")
    list_filter = ("game_slug", "level", "counts")
    list_select_related = ("player", "forest")
    search_fields = ("player__display_name", "player__email", "=match__id")
    date_hierarchy = "decided_at"
