"""The host's pages about time: vacation pools, which the host may change, vacation, reminders, sweeps and outages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import KeptAdmin
from matches.clocks import pauses
from matches.models import Outage, Reminder, Vacation, VacationDay, VacationPool
from timekeeping import clock

if TYPE_CHECKING:
    BasePoolForm = forms.ModelForm[VacationPool]
else:
    BasePoolForm = forms.ModelForm

BY_PLAYER = ("player__display_name", "player__email")


class PoolForm(BasePoolForm):
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        if begins and ends and ends < begins:
            self.add_error("ends", "The season ends before it begins.")
        return cleaned


@admin.register(VacationPool)
class VacationPoolAdmin(admin.ModelAdmin[VacationPool]):
    form = PoolForm
    fields = ("name", "key", "days", "shortest", "begins", "ends")
    list_display = ("name", "key", "days", "shortest", "begins", "ends")
    search_fields = ("name", "key")

    def get_readonly_fields(self, request: HttpRequest, obj: VacationPool | None = None) -> tuple[str, ...]:
        return ("key",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: VacationPool | None = None) -> bool:
        is_friendly = obj is not None and obj.key == VacationPool.FRIENDLY
        return not is_friendly and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: VacationPool, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and {"days", "shortest", "begins", "ends"} & set(form.changed_data):
            pauses.pool_changed(obj, clock.now())
            self.message_user(request, "The clocks of players who are or will be on vacation follow within a minute.")


@admin.register(Vacation)
class VacationAdmin(KeptAdmin):
    list_display = ("__str__", "player", "starts_at", "ends_at", "made_at")
    list_select_related = ("player",)
    search_fields = BY_PLAYER
    show_full_result_count = False
    date_hierarchy = "starts_at"


@admin.register(VacationDay)
class VacationDayAdmin(KeptAdmin):
    list_display = ("__str__", "player", "pool", "seat", "at")
    list_filter = ("pool",)
    list_select_related = ("player", "pool", "seat")
    search_fields = (*BY_PLAYER, "=seat__match__id")
    show_full_result_count = False
    date_hierarchy = "at"


@admin.register(Reminder)
class ReminderAdmin(KeptAdmin):
    list_display = ("__str__", "seat", "number", "kind", "made_at")
    list_filter = ("kind",)
    list_select_related = ("seat",)
    search_fields = ("seat__player__display_name", "seat__player__email", "=seat__match__id")
    show_full_result_count = False
    date_hierarchy = "made_at"


@admin.register(Outage)
class OutageAdmin(KeptAdmin):
    list_display = ("__str__", "began_at", "ended_at", "clocks")
    date_hierarchy = "ended_at"
