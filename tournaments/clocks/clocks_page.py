"""The page of acts on all clocks of an event or a season: stop them, start them, or give them time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from matches.input.requests import whole_number
from matches.playing.clock_form import AddTimeForm, ReasonForm
from tournaments.clocks import all_clocks
from tournaments.models import ClockAct
from tournaments.pages.event_or_season import ScopePage, context_of
from tournaments.pages.page_with_buttons import Act

Kind = ClockAct.Kind
DONE = {
    Kind.STOP: gettext_noop("The clocks are paused. The players get an email."),
    Kind.START: gettext_noop("The clocks are running again. The players get an email."),
    Kind.ADD: gettext_noop("The time is added. The players get an email."),
}


class ClocksPage(ScopePage):
    template = "tournaments/clocks.html"
    nothing_chosen = gettext_noop("Choose what to do with the clocks.")
    keeps = ("action", "days", "hours", "reason")

    def acts(self) -> Mapping[str, Act]:
        switching = partial(ReasonForm, auto_id="switch-%s")
        return {
            Kind.STOP: Act(partial(self._act, Kind.STOP), switching, "switching"),
            Kind.START: Act(partial(self._act, Kind.START), switching, "switching"),
            Kind.ADD: Act(partial(self._act, Kind.ADD), partial(AddTimeForm, auto_id="add-%s")),
        }

    def context(self) -> dict[str, Any]:
        scope = self.scope
        stops = all_clocks.stops(scope)
        return {
            **context_of(scope),
            "adding": self.form(Kind.ADD),
            "switching": self.form("switching"),
            "stops": stops,
            "may_stop": scope.events().count() > len(stops),
            "waiting": all_clocks.behind(scope.events()).count(),
            "seen": all_clocks.last_of(scope),
        }

    def _act(self, kind: Kind, form: ReasonForm) -> tuple[str, str]:
        amount = form.amount if isinstance(form, AddTimeForm) else None
        reason: str = form.cleaned_data["reason"]
        seen = whole_number(self.request.POST.get("seen")) or 0
        waiting = all_clocks.act(self.scope, kind, by=self.request.user, reason=reason, seen=seen, amount=amount)
        messages.success(self.request, _(DONE[kind]))
        if waiting:
            words = ngettext(
                "%(number)s match follows within a minute or two.",
                "%(number)s matches follow within a minute or two.",
                waiting,
            )
            messages.info(self.request, words % {"number": waiting})
        return "", self.address()
