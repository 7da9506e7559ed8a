"""The host's pages about matches and offers.

Read-only: a match changes only through `matches/gate`. Whatever is secret in a running match (its seed, its state, a
pick not shown yet) is hidden from the host too.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.admin import ReadOnlyAdmin
from matches.models import Link, LogEntry, Match, Offer, Place, Seat, Seek

from . import clocks as clocks

LOG_LINES = 40


class SeatInline(admin.TabularInline[Seat, Match]):
    model = Seat
    fields = ("index", "player", "asked_turn", "asked_at", "deadline", "bank", "stopped", "share", "score")
    extra = 0
    max_num = 0
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "players", "status", "waits_until", "started_at", "finished_at", "result_words")
    list_filter = ("status", "game_slug")
    search_fields = ("=id", "seats__player__display_name", "seats__player__email")
    search_help_text = "Number of the match, or a player's name or address"
    show_full_result_count = False
    date_hierarchy = "started_at"
    inlines = (SeatInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state").prefetch_related("seats__player")

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> tuple[str, ...]:
        seed = "seed" if obj is not None and obj.is_open else "seed_digest"
        shown = () if obj is not None and obj.is_sealed else ("board", "log")
        return (
            *("page", "game_slug", "terms", "status", "started_at", "finished_at", "how_it_ended", "result_words"),
            *(
                "clock_start",
                "clock_increment",
                "clock_cap",
                "weekends",
                "nights",
                "at_zero",
                "passes",
                "vacation_pool",
            ),
            *("baton", "draw_offered_by", seed, *shown, "mails"),
        )

    @admin.display(description="Players")
    def players(self, match: Match) -> str:
        return " – ".join(seat.name for seat in match.seats.all())

    @admin.display(description="Waits until")
    def waits_until(self, match: Match) -> str:
        asked = [seat for seat in match.seats.all() if seat.deadline]
        return "; ".join(f"{seat.name}: {_when(seat.deadline)}" for seat in asked)

    @admin.display(description="Page")
    def page(self, match: Match) -> SafeString:
        return format_html('<a href="{}">{}</a>', match.get_absolute_url(), match)

    @admin.display(description="Played as")
    def terms(self, match: Match) -> str:
        return match.game.describe_options(match.options)

    @admin.display(description="SHA-256 of the seed")
    def seed_digest(self, match: Match) -> str:
        return match.seed_digest

    @admin.display(description="As a bystander sees it")
    def board(self, match: Match) -> SafeString:
        view = match.game.view(match.loaded_state)
        return format_html("<p>{}</p><pre>{}</pre>", view["title"], match.game.text_board(view))

    @admin.display(description=f"Log (the last {LOG_LINES} lines)")
    def log(self, match: Match) -> SafeString:
        names = {seat.pk: seat.name for seat in match.seats.all()}
        turns = reversed(match.log.defer("state").order_by("-index")[:LOG_LINES])
        rows = ((turn.index, _when(turn.at), names.get(turn.seat_id or 0, ""), _said(turn, match)) for turn in turns)
        return format_html("<table>{}</table>", format_html_join("", "<tr><td>{}<td>{}<td>{}<td>{}", rows))

    @admin.display(description="Mails")
    def mails(self, match: Match) -> SafeString:
        address = f"{reverse('admin:mail_outboxmail_changelist')}?match__id__exact={match.pk}"
        return format_html('<a href="{}">Mails about this match</a>', address)


def _said(turn: LogEntry, match: Match) -> str:
    words = turn.words_for(None, over=match.is_over)
    text = turn.text_for(None, over=match.is_over)
    return " · ".join(part for part in (words, text, turn.get_via_display()) if part)


def _when(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


class PlaceInline(admin.TabularInline[Place, Offer]):
    model = Place
    fields = ("player", "address", "for_anyone", "answer", "made_at", "answered_at")
    extra = 0
    max_num = 0
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Place]:
        return super().get_queryset(request).select_related("player")


@admin.register(Offer)
class OfferAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "host", "seats", "by_link", "status", "made_at", "expires_at", "match")
    list_filter = ("status", "game_slug")
    list_select_related = ("host", "match")
    search_fields = ("=id", "host__display_name", "places__player__display_name", "places__address")
    inlines = (PlaceInline,)
    show_full_result_count = False
    date_hierarchy = "made_at"


@admin.register(Seek)
class SeekAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "player", "game_slug", "paces", "rating", "least", "most", "made_at", "match")
    list_filter = ("game_slug",)
    list_select_related = ("player", "match")
    search_fields = ("player__display_name",)
    show_full_result_count = False


@admin.register(Link)
class LinkAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "purpose", "user", "seat", "number", "offer", "made_at")
    list_filter = ("purpose",)
    list_select_related = ("user", "seat", "offer")
    search_fields = ("user__display_name", "user__email", "=seat__match__id", "=offer__id")
    show_full_result_count = False
    exclude = ("token_hash",)
