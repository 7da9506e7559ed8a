"""The page for importing a list of members: submit it, preview what it would do, then import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import ngettext

from tournaments.clubs.club_pages import head
from tournaments.files.imports.import_page import ImportPage
from tournaments.pages.get_club import ClubPage
from tournaments.pages.send_form import Done

from . import counted
from .import_members import Deed, Planned, carry_out, members_digest, plan_members
from .members_form import MembersForm

CHANGES = (Deed.ACCEPT, Deed.RAISE)


class ImportMembersPage(ClubPage, ImportPage[Sequence[Planned]]):
    asks = "clubs/import.html"
    previews = "clubs/import_preview.html"
    form_class = MembersForm

    def about(self) -> dict[str, Any]:
        return head(self.request, self.club)

    def planned(self, form: forms.Form) -> Sequence[Planned]:
        return plan_members(self.club, form.cleaned_data["listed"].rows, by=self.request.user)

    def digest(self, form: forms.Form, plan: Sequence[Planned]) -> str:  # noqa: ARG002 (the plan has it all)
        return members_digest(plan)

    def preview(self, form: forms.Form, plan: Sequence[Planned]) -> dict[str, Any]:
        counts = Counter(each.deed for each in plan)
        changed = counts[Deed.ACCEPT] + counts[Deed.RAISE]
        told = {
            counted.INVITED: counts[Deed.INVITE],
            counted.CHANGED: changed,
            counted.UNCHANGED: counts[Deed.NOTHING],
            counted.FAULTY: counts[Deed.FAULT],
        }
        return {
            "planned": plan,
            "ignored": form.cleaned_data["listed"].ignored,
            "invited": counts[Deed.INVITE],
            "changed": changed,
            "counted": counted.in_words(told),
            "left": counts[Deed.NOTHING],
            "faults": counts[Deed.FAULT],
        }

    def carry_out(self, form: forms.Form, plan: Sequence[Planned]) -> Done:  # noqa: ARG002 (the plan has it all)
        refused = carry_out(self.club, plan, by=self.request.user)
        failed = {each.row.line for each, _why in refused}
        done = _done(each for each in plan if each.row.line not in failed)
        if refused:
            context = {"refused": refused, "done": done, **self.about()}
            return render(self.request, "clubs/import_done.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        return done, reverse("clubs:manage", args=[self.club.slug])


def _done(planned: Iterable[Planned]) -> str:
    counts = Counter(each.deed for each in planned)
    invited, changed = counts[Deed.INVITE], sum(counts[deed] for deed in CHANGES)
    words = []
    if invited or not changed:
        message = ngettext(
            "%(n)s player invited; they join by accepting.",
            "%(n)s players invited; they join by accepting.",
            invited,
        )
        words.append(message % {"n": invited})
    if changed:
        words.append(ngettext("%(n)s member changed.", "%(n)s members changed.", changed) % {"n": changed})
    return " ".join(words)
