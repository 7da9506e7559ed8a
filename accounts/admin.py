"""Base classes for admin pages on which the host may look but not change anything, for every room."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

WITH_PLAYER = frozenset({"accounts_user_delete", "accounts_user_changelist"})


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """An admin page whose rows can be viewed and deleted, but neither added nor changed."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Allow filters by the list's own columns only.

        Django would allow any column, so that someone could guess, letter by letter, what no page shows.
        """
        filters = [getattr(each, "parameter_name", each) for each in self.list_filter]
        shown = ("id", "pk", self.date_hierarchy, *self.list_display, *filters)
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


class KeptAdmin(ReadOnlyAdmin):
    """An admin page whose rows can't be deleted on their own, only along with their player, if at all.

    When Django deletes a player it asks for this permission, too; ``deleted_on`` names the pages on which it is given.
    """

    deleted_on = WITH_PLAYER

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        page = request.resolver_match.url_name if request.resolver_match else ""
        return page in self.deleted_on and super().has_delete_permission(request, obj)
