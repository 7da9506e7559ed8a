"""The host's pages of players: find one, see whether they can be reached, read their matches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import allauth.mfa.admin  # noqa: F401 (which registers a page before this one does)
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join

from accounts.admin import ReadOnlyAdmin
from accounts.models import PARTS_OF_PAGE, User
from accounts.names.display_names import clean_display_name
from accounts.names.lookalikes import BESIDE
from matches.clocks import pauses
from matches.home import digest_schedule
from matches.mails import resend
from matches.models import LogEntry, Seat
from matches.vacation import time_zone_limit
from timekeeping import clock

from .delete_account import delete_account, is_last_host

if TYPE_CHECKING:
    NewPlayerForm = AdminUserCreationForm[User]
    PlayerChangeForm = UserChangeForm[User]
    BasePlayerAdmin = UserAdmin[User]
else:
    NewPlayerForm = AdminUserCreationForm
    PlayerChangeForm = UserChangeForm
    BasePlayerAdmin = UserAdmin

SHOWN_MATCHES = 30

# The host logs in as everyone does, with the rate limits and, if set up, the second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # it is meant


admin.site.unregister(Authenticator)  # allauth's page for it shows the secret


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Second factors, which the host removes for players who have lost theirs."""

    exclude = ("data",)
    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__display_name", "user__email")


class VerifiedFilter(admin.SimpleListFilter):
    title = "address"
    parameter_name = "address"

    def lookups(self, request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        return [("proved", "proved"), ("unproved", "not proved")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() in {"proved", "unproved"}:
            return queryset.filter(is_verified=self.value() == "proved")
        return queryset


class NameFilter(admin.SimpleListFilter):
    """A filter for accounts whose names are older than the rule that names must look different."""

    title = "name"
    parameter_name = "name"

    def lookups(self, request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        return [("alike", "looks like an older account’s")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(skeleton__contains=BESIDE) if self.value() == "alike" else queryset


def free_address(typed: str, owner: User | None = None) -> str:
    """Return the address in lower case.

    Raises ``ValidationError`` if another account has it, even as one of several.
    """
    email = typed.strip().lower()
    users, addresses = User.objects.filter(email=email), EmailAddress.objects.filter(email=email, verified=True)
    if owner is not None:
        users, addresses = users.exclude(pk=owner.pk), addresses.exclude(user=owner)
    if users.exists() or addresses.exists():
        raise forms.ValidationError("There is a player with this address.")
    return email


class ChangeForm(PlayerChangeForm):
    def clean_email(self) -> str:
        return free_address(self.cleaned_data["email"], self.instance)

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.instance, by_host=True)


class CreationForm(NewPlayerForm):
    """The form to create a player, whose address counts as confirmed."""

    class Meta:
        model = User
        fields = ("email", "display_name")

    def clean_email(self) -> str:
        return free_address(self.cleaned_data["email"])

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])


@admin.register(User)
class PlayerAdmin(BasePlayerAdmin):
    form = ChangeForm
    add_form = CreationForm
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    list_display = ("display_name", "email", "is_verified", "is_guest", "running", "joined_at", "last_login")
    show_full_result_count = False
    list_filter = ("is_guest", VerifiedFilter, NameFilter, "is_active", "is_staff", "turn_mail")
    search_fields = ("display_name", "email")
    search_help_text = "Part of a name or of an address"
    readonly_fields = ("joined_at", "last_login", "is_verified", "matches")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("display_name", "email", "is_verified", "is_guest", "password")}),
        ("Playing", {"fields": ("matches",)}),
        (
            "Wishes",
            {
                "fields": (
                    *("time_zone", "language", "turn_mail", "organiser_mail", "digest_hour", "subjects_say"),
                    *("quiet_from", "quiet_to", "for_members"),
                    "auto_advance",
                    "sounds",
                    "hides_presence",
                )
            },
        ),
        ("Page", {"fields": tuple(f"shows_{part}" for part in PARTS_OF_PAGE)}),
        ("Clubs", {"fields": ("club_news", "invitations")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "display_name", "usable_password", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        proved = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
        # Counted only for the players on the page.
        seats = Seat.objects.filter(player=OuterRef("pk"), finished_at=None).order_by().values("player")
        running = Coalesce(Subquery(seats.annotate(count=Count("pk")).values("count")), 0)
        return super().get_queryset(request).annotate(is_verified=Exists(proved), running_matches=running)

    @admin.display(boolean=True, description="address proved", ordering="is_verified")
    def is_verified(self, user: Any) -> bool:
        return bool(user.is_verified)

    @admin.display(description="running matches", ordering="running_matches")
    def running(self, user: Any) -> int:
        return int(user.running_matches)

    @admin.display(description="latest matches")
    def matches(self, user: User) -> str:
        seats = user.seats.select_related("match").order_by("-match_id")[:SHOWN_MATCHES]
        rows = (
            (reverse("admin:matches_match_change", args=[seat.match_id]), seat.match, seat.match.get_status_display())
            for seat in seats
        )
        return format_html_join("", '<div><a href="{}">{}</a>, {}</div>', rows) or "none yet"

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if digest_schedule.MOVED_BY & set(form.changed_data):
            digest_schedule.plan_digest(obj, clock.now())
        super().save_model(request, obj, form, change)
        if change and (seats := time_zone_limit.concerned(form.changed_data)):
            pauses.pauses_changed(obj, clock.now(), seats)
        if not change or "email" in form.changed_data:
            self._mail_to(obj)

    def _mail_to(self, user: User) -> None:
        """Replace the address that emails went to by the one that the host typed. Others stay."""
        own = EmailAddress.objects.filter(user=user)
        own.filter(Q(primary=True) | Q(email=user.email)).delete()
        own.create(user=user, email=user.email, verified=not user.is_guest, primary=True)
        transaction.on_commit(partial(resend.send_what_waited, user))

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account and resign its running matches, as when players delete their own."""
        delete_account(obj, via=LogEntry.Via.HOST)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            self.delete_model(request, user)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and is_last_host(obj))
