"""The organisers' page of players who must not be paired with each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.input.requests import whole_number
from tournaments.pages.get_event import EventPage
from tournaments.pages.page_with_buttons import Act

from . import forbidden_pairs
from .forbidden_pairs_form import AllowForm, ForbidForm


class ForbiddenPairsPage(EventPage):
    """Show forbidden pairs; a button posts its ``action``, ``forbid`` or ``allow``."""

    template = "tournaments/forbidden.html"
    usual = "forbid"
    keeps = ("action", "reason")

    def acts(self) -> Mapping[str, Act]:
        players, shown = forbidden_pairs.players_of(self.event), self.event.shows_forbidden
        return {
            "forbid": Act(self._forbid, partial(ForbidForm, players, shown=shown)),
            "allow": Act(self._allow, partial(AllowForm, shown=shown)),
        }

    def context(self) -> dict[str, Any]:
        event = self.event
        return {
            "event": event,
            "why_not": forbidden_pairs.why_cannot_forbid(event),
            "pairs": list(forbidden_pairs.of(event)),
            "short": event.rules.short_of_opponents(event),
            "form": self.form("forbid"),
            "allowing": self.form("allow"),
            "ticked": self._ticked(),
        }

    def _forbid(self, form: ForbidForm) -> str:
        given, by = form.cleaned_data, self.request.user
        rounds = {
            "first_round": given["first_round"] or 1,
            "last_round": given["last_round"] or forbidden_pairs.LAST,
        }
        forbidden_pairs.forbid(self.event, given["players"], by=by, reason=given["reason"], **rounds)
        return _("They won’t be paired with each other.")

    def _allow(self, form: AllowForm) -> str:
        reason = form.cleaned_data["reason"]
        count = forbidden_pairs.allow(self.event, self._ticked(), by=self.request.user, reason=reason)
        words = ngettext("%(number)s pair is allowed again.", "%(number)s pairs are allowed again.", count)
        return words % {"number": count}

    def _ticked(self) -> list[int]:
        return [whole_number(text) or 0 for text in self.request.POST.getlist("pair")]
