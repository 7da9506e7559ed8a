"""The addresses from which emails come back, or to which none is wanted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from mail.bounces import reachable
from matches.models import MailAddress

from .read_only import ReadOnly

STATES = {"undeliverable": "undeliverable_since", "unwanted": "complained_at"}


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        return [("undeliverable", "mails come back"), ("unwanted", "wants no mail")]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[MailAddress]) -> QuerySet[MailAddress]:
        field = STATES.get(self.value() or "")
        return queryset.filter(**{f"{field}__isnull": False}) if field else queryset


@admin.register(MailAddress)
class MailAddressAdmin(ReadOnly):
    list_display = ("address", "undeliverable_since", "failures", "complained_at", "good_since", "words")
    list_filter = (StateFilter,)
    search_fields = ("address",)
    show_full_result_count = False
    ordering = ("-undeliverable_since", "-pk")
    raw_id_fields = ("mail",)
    actions = ("write_again",)

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("matches.change_outboxmail")

    @admin.action(description="Send mail there again", permissions=["again"])
    def write_again(self, request: HttpRequest, rows: QuerySet[MailAddress]) -> None:
        """For those from which emails come back; what a reader called unwanted only the reader turns on again."""
        addresses = list(rows.filter(complained_at=None).values_list("address", flat=True))
        for address in addresses:
            reachable.shown_good(address)
        self.message_user(request, f"{len(addresses)} are written to again; what waited for them is sent now.")
