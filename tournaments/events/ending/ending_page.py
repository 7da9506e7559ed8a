"""The page on which an event or a season is ended, cancelled or deleted; it says first what that leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.events.stages import steps_of
from tournaments.locking.scope import Scope
from tournaments.pages.event_or_season import ScopePage, context_of
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.reason import ReasonForm
from tournaments.pages.stage_button import Step

from . import finish
from .consequences import of_step


class LastSteps(NamedTuple):
    """The steps that events or seasons can take, and why one can't end yet."""

    steps_of: Callable[[Any], Sequence[Step]]
    why_not_to_end: Callable[[Any], str]

    def of(self, scope: Scope) -> Mapping[str, Step]:
        """Return the steps of this page, by their keys."""
        return {step.key: step for step in self.steps_of(scope.whole) if step.group == "last"}


class EndingPage(ScopePage):
    template = "tournaments/ending.html"
    nothing_chosen = gettext_noop("That isn’t possible any more.")
    keeps = ("action", "reason")
    last: ClassVar[LastSteps]

    def acts(self) -> Mapping[str, Act]:
        steps = self.last.of(self.scope)
        return {key: Act(partial(self._take, step), partial(_form, step, self.scope)) for key, step in steps.items()}

    def context(self) -> dict[str, Any]:
        scope = self.scope
        scope.whole.refresh_from_db()
        acts = [
            {
                "step": step,
                "form": self.form(step.key, partial(_form, step, scope)),
                "leads_to": of_step(step.key, scope),
                "why_not": self.last.why_not_to_end(scope.whole) if step.key == "end" else "",
            }
            for step in self.last.of(scope).values()
        ]
        return {**context_of(scope), "acts": acts}

    def _take(self, step: Step, form: ReasonForm) -> tuple[str, str]:
        done = step.take(self.scope.whole, self.request.user, form.cleaned_data.get("reason", ""))
        return done, _above(self.scope) if step.key == "delete" else self.scope.address


def _form(
    step: Step, scope: Scope, posted: QueryDict | None = None, initial: dict[str, str] | None = None
) -> ReasonForm:
    form = ReasonForm(posted, initial=initial, auto_id=f"{step.key}-%s")
    if not step.asks(scope.whole):
        del form.fields["reason"]
    elif scope.season:
        form.fields["reason"].help_text = _("Members see it in the club’s log.")
    return form


def _above(scope: Scope) -> str:
    """Return the page on which an event or season was listed, for one that is gone."""
    if scope.season:
        return scope.season.league.get_absolute_url()
    club = scope.event.club if scope.event else None
    return club.get_absolute_url() if club else reverse("tournaments:list")


class EventEndingPage(EndingPage):
    last = LastSteps(steps_of, finish.why_not_to_end)
