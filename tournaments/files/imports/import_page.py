"""A page for importing a file or a list: submit it, preview what it would do, then import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.locking.refused import TournamentRefused
from tournaments.pages.page_with_buttons import Act, PageWithButtons
from tournaments.pages.send_form import Done

Plan = TypeVar("Plan")


class ImportPage(PageWithButtons, Generic[Plan]):
    """Show what the list would do (``action`` “look”), or do what was shown (“import”), as ``seen`` proves.

    ``asks`` is the template with the form, whose ``text`` is carried on; ``previews`` that with the plan.
    """

    usual = "look"
    asks: ClassVar[str]
    previews: ClassVar[str]
    changed: ClassVar[str] = gettext_noop("Something has changed since you looked. Here’s what would happen now.")
    form_class: ClassVar[type[forms.Form]]

    plan: Plan | None = None
    seen = ""

    def about(self) -> dict[str, Any]:
        """Return what both templates show."""
        raise NotImplementedError

    def planned(self, form: forms.Form) -> Plan:
        """Return what the list would do."""
        raise NotImplementedError

    def digest(self, form: forms.Form, plan: Plan) -> str:
        """Return a text that differs if the import would do something else."""
        raise NotImplementedError

    def preview(self, form: forms.Form, plan: Plan) -> dict[str, Any]:
        """Return what the preview shows of the plan."""
        raise NotImplementedError

    def carry_out(self, form: forms.Form, plan: Plan) -> Done:
        raise NotImplementedError

    def acts(self) -> Mapping[str, Act]:
        make = partial(self.form_class, files=self.request.FILES or None)
        return {"look": Act(self._look, make), "import": Act(self._import, make, "look")}

    def context(self) -> dict[str, Any]:
        form = self.form("look")
        self.template = self.asks if self.plan is None else self.previews
        if self.plan is None:
            return {**self.about(), "form": form}
        shown = {"text": form.cleaned_data["text"], "seen": self.seen}
        return {**self.about(), **shown, **self.preview(form, self.plan)}

    def _look(self, form: forms.Form) -> None:
        plan = self.planned(form)
        self.plan, self.seen = plan, self.digest(form, plan)

    def _import(self, form: forms.Form) -> Done:
        plan = self.planned(form)
        self.plan, self.seen = plan, self.digest(form, plan)
        if self.request.POST.get("seen") != self.seen:
            raise TournamentRefused(_(self.changed), status=409)
        return self.carry_out(form, plan)
