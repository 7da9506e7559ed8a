"""The page for importing a list of players: submit it, preview what it would do, then import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.files.imports.import_page import ImportPage
from tournaments.pages.get_event import EventPage
from tournaments.pages.reason import ReasonForm
from tournaments.pages.send_form import Done

from . import counted
from .entries_csv import read_entries, told_headings
from .import_entries import Deed, How, Planned, carry_out, corrects, entries_digest, plan_entries
from .list_form import ListForm


class EntriesForm(ListForm):
    """A list of players to invite or add."""

    how = forms.ChoiceField(
        label=gettext_lazy("Players named in the list"),
        choices=[
            (How.INVITE.value, gettext_lazy("are invited")),
            (How.ENTER.value, gettext_lazy("are added now, and can withdraw")),
        ],
        initial=How.INVITE.value,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("People added by email address are always invited."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        words = _(
            "One player per line: a player’s name here, or an email address with the name to greet them by. A place "
            "in your own order and a rating are optional. The first line can name the columns: {columns}."
        )
        super().__init__(read_entries, words.format(columns=told_headings()), *args, **kwargs)


class ImportEntriesPage(EventPage, ImportPage[Sequence[Planned]]):
    asks = "tournaments/import_entries.html"
    previews = "tournaments/import_preview.html"
    form_class = EntriesForm

    why: ReasonForm | None = None

    def about(self) -> dict[str, Any]:
        return {"event": self.event}

    def planned(self, form: forms.Form) -> Sequence[Planned]:
        return plan_entries(self.event, form.cleaned_data["listed"].rows, How(form.cleaned_data["how"]))

    def digest(self, form: forms.Form, plan: Sequence[Planned]) -> str:
        return entries_digest(plan, How(form.cleaned_data["how"]))

    def preview(self, form: forms.Form, plan: Sequence[Planned]) -> dict[str, Any]:
        counts = Counter(each.deed for each in plan)
        left = sum(each.deed is Deed.NOTHING and not each.is_rated_again for each in plan)
        rated = sum(each.deed is Deed.NOTHING and each.is_rated_again for each in plan)
        told = {
            counted.INVITED: counts[Deed.INVITE],
            counted.ADDED: counts[Deed.ENTER],
            counted.RATED: rated,
            counted.UNCHANGED: left,
            counted.FAULTY: counts[Deed.FAULT],
        }
        return {
            "planned": plan,
            "ignored": form.cleaned_data["listed"].ignored,
            "invited": counts[Deed.INVITE],
            "put_in": counts[Deed.ENTER],
            "left": left,
            "rated": rated,
            "counted": counted.in_words(told),
            "faults": counts[Deed.FAULT],
            "how": form.cleaned_data["how"],
            "why": self._why(plan) if corrects(self.event, plan) else None,
            "ignores_places": self.event.is_begun and any(each.seed is not None for each in plan),
        }

    def carry_out(self, form: forms.Form, plan: Sequence[Planned]) -> Done:  # noqa: ARG002 (the plan has it all)
        why = self._why(plan)
        if not why.is_valid():
            self.status = HTTPStatus.UNPROCESSABLE_ENTITY
            return self.show()
        refused = carry_out(self.event, plan, by=self.request.user, reason=why.cleaned_data["reason"])
        failed = {each.row.line for each, _why in refused}
        done = sum(each.does_something and each.row.line not in failed for each in plan)
        if refused:
            context = {"event": self.event, "refused": refused, "done": done}
            return render(self.request, "tournaments/import_done.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        words = ngettext("%(n)s player imported.", "%(n)s players imported.", done) % {"n": done}
        return words, reverse("tournaments:manage_entries", args=[self.event.pk])

    def _why(self, plan: Sequence[Planned]) -> ReasonForm:
        """Return the form for the reason of corrections, as it was sent with the import."""
        if self.why is None:
            sent = self.request.POST if self.posted == "import" else None
            self.why = ReasonForm(sent, needed=corrects(self.event, plan))
        return self.why
