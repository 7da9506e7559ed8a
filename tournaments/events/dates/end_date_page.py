"""The page on which the end of an event or a season is moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.locking.scope import Scope
from tournaments.models import Season
from tournaments.pages.event_or_season import ScopePage, context_of
from tournaments.pages.page_with_buttons import Act

from . import end_date
from .unfinished_forms import EndForm


class EndDatePage(ScopePage):
    template = "tournaments/end_date.html"
    usual = "move"
    keeps = ("ends_at", "reason")

    seen: str

    def acts(self) -> Mapping[str, Act]:
        return {"move": Act(self._move, self._form)}

    def address(self) -> str:
        return self.scope.address

    def find(self) -> None:
        super().find()
        self.seen = self.request.POST.get("seen", self.scope.end_key)

    def reload(self) -> None:
        self.scope.whole.refresh_from_db()
        self.seen = self.scope.end_key

    def context(self) -> dict[str, Any]:
        scope = self.scope
        return {
            **context_of(scope),
            "form": self.form("move"),
            "seen": self.seen,
            "ends_at": scope.whole.ends_at,
            "why_not": end_date.why_cannot_move_end(scope),
            "zone": self.request.user.time_zone,
        }

    def _form(self, posted: QueryDict | None = None, initial: Mapping[str, str] | None = None) -> EndForm:
        return EndForm(posted, initial={"ends_at": _suggested(self.scope)} | dict(initial or {}))

    def _move(self, form: EndForm) -> str:
        ends_at, reason = form.cleaned_data["ends_at"], form.cleaned_data["reason"]
        end_date.move(self.scope, ends_at, by=self.request.user, reason=reason, seen=self.seen)
        return _("The end is moved. The players get an email.")


def _suggested(scope: Scope) -> object:
    season = scope.season
    if season and season.is_over_time and season.at_end == Season.AtEnd.EXTEND:
        return clock.now().replace(second=0, microsecond=0) + season.more_days * DAY
    return scope.whole.ends_at
