"""What the host sees of matches, challenges and mails.

Nothing is changed by hand but an email's fate: a match changes only through ``matches.gate.turns``. What is secret in a
running match (its seed, its state, a pick not shown yet) and the text of an email, which may hold a code, are not shown
to the host either.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from mail.outbox.queue import CannotResend, resend_mail
from matches.models import Challenge, Link, Match, OutboxMail, Seat, Turn

from . import addresses as addresses
from . import clocks as clocks
from . import inbound_mail as inbound_mail
from .read_only import ReadOnly

LOG_LINES = 40


class SeatInline(admin.TabularInline[Seat, Match]):
    model = Seat
    fields = ("index", "player", "number", "asked_at", "deadline", "bank", "held", "share", "score")
    extra = 0
    max_num = 0
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")


@admin.register(Match)
class MatchAdmin(ReadOnly):
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
        seed = "seed" if obj is not None and obj.is_over else "seed_digest"
        return (
            *("page", "game_slug", "terms", "status", "started_at", "finished_at", "how_it_ended", "result_words"),
            *("clock_start", "clock_increment", "clock_cap", "weekends", "nights", "at_zero", "passes", "leave_pool"),
            *("draw_offered_by", seed, "board", "log", "mails"),
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
        turns = reversed(match.turns.defer("state").order_by("-index")[:LOG_LINES])
        rows = ((turn.index, _when(turn.at), names.get(turn.seat_id or 0, ""), _said(turn, match)) for turn in turns)
        return format_html("<table>{}</table>", format_html_join("", "<tr><td>{}<td>{}<td>{}<td>{}", rows))

    @admin.display(description="Mails")
    def mails(self, match: Match) -> SafeString:
        address = f"{reverse('admin:matches_outboxmail_changelist')}?match__id__exact={match.pk}"
        return format_html('<a href="{}">Mails about this match</a>', address)


def _said(turn: Turn, match: Match) -> str:
    words = turn.words_for(None, over=match.is_over)
    text = turn.text_for(None, over=match.is_over)
    return " · ".join(part for part in (words, text, turn.get_via_display()) if part)


def _when(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    list_display = ("__str__", "challenger", "opponent", "opponent_email", "status", "made_at", "expires_at", "match")
    list_filter = ("status", "game_slug")
    list_select_related = ("challenger", "opponent", "match")
    search_fields = ("=id", "challenger__display_name", "opponent__display_name", "opponent_email")
    show_full_result_count = False
    date_hierarchy = "made_at"


@admin.register(Link)
class LinkAdmin(ReadOnly):
    list_display = ("__str__", "purpose", "user", "seat", "number", "challenge", "made_at")
    list_filter = ("purpose",)
    list_select_related = ("user", "seat", "challenge")
    search_fields = ("user__display_name", "user__email", "=seat__match__id", "=challenge__id")
    show_full_result_count = False
    exclude = ("token_hash",)


@admin.register(OutboxMail)
class OutboxMailAdmin(ReadOnly):
    list_display = ("__str__", "reader", "match", "status", "attempts", "queued_at", "next_try", "sent_at", "trouble")
    list_filter = ("status", "kind")
    list_select_related = ("user", "match")
    search_fields = ("user__display_name", "user__email", "to", "=match__id", "message_id")
    search_help_text = "A player's name or address, the number of a match, or a Message-ID"
    show_full_result_count = False
    date_hierarchy = "queued_at"
    actions = ("send_again", "give_up")
    fields = (
        *("kind", "user", "to", "match", "context", "key", "message_id", "status", "queued_at", "next_try_at"),
        *("waits_until", "leased_until", "attempts", "lost_attempts", "last_error", "sent_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboxMail]:
        return super().get_queryset(request).defer("text", "html")

    @admin.display(description="To", ordering="user__email")
    def reader(self, mail: OutboxMail) -> str:
        return f"{mail.user} <{mail.user.email}>" if mail.user else mail.to

    @admin.display(description="Next try", ordering="next_try_at")
    def next_try(self, mail: OutboxMail) -> str:
        return _when(mail.next_try_at) if mail.status == OutboxMail.Status.QUEUED else ""

    @admin.display(description="Why it failed")
    def trouble(self, mail: OutboxMail) -> str:
        return mail.last_error[:100]

    def has_resend_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("matches.change_outboxmail")

    @admin.action(description="Send again", permissions=["resend"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutboxMail]) -> None:
        sent = 0
        for mail in mails:
            try:
                resend_mail(mail)
                sent += 1
            except CannotResend as error:
                self.message_user(request, f"{mail}: {error}", messages.WARNING)
        self.message_user(request, f"{sent} queued to be sent now.")

    @admin.action(description="Give up (do not try again)", permissions=["resend"])
    def give_up(self, request: HttpRequest, mails: QuerySet[OutboxMail]) -> None:
        waiting = mails.filter(status__in=[OutboxMail.Status.QUEUED, OutboxMail.Status.PARKED])
        dropped = waiting.update(status=OutboxMail.Status.DROPPED, leased_until=None)
        self.message_user(request, f"{dropped} given up.")
