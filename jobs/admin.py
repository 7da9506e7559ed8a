"""What the host may look at and not change, in whichever room; and signs of life."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import Heartbeat

WITH_PLAYER = frozenset({"accounts_user_delete", "accounts_user_changelist"})


class ReadOnly(admin.ModelAdmin[Any]):
    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """A list is narrowed by what stands in it alone. Django allows all columns, and so to guess letter by letter
        what no page shows."""
        filters = [getattr(each, "parameter_name", each) for each in self.list_filter]
        shown = ("id", "pk", self.date_hierarchy, *self.list_display, *filters)
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


class Kept(ReadOnly):
    """Deleted with its player, if with anyone, never on its own. Django asks here for both. ``deleted_on`` are the
    pages on which it goes with something else."""

    deleted_on = WITH_PLAYER

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        page = request.resolver_match.url_name if request.resolver_match else ""
        return page in self.deleted_on and super().has_delete_permission(request, obj)


@admin.register(Heartbeat)
class HeartbeatAdmin(Kept):
    list_display = ("name", "at", "since", "machine", "skew")
