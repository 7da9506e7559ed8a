"""The page for importing a list of players: submit it, preview what it would do, then import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from matches.input.requests import MemberRequest, see_other
from tournaments.forms.csv_list import ListForm
from tournaments.forms.reason import ReasonForm
from tournaments.imports.entries_csv import read_entries, told_headings
from tournaments.imports.import_entries import Deed, How, Planned, carry_out, corrects, entries_digest, plan_entries
from tournaments.models import Event
from tournaments.views import counted
from tournaments.views.get_event import for_organisers

CHANGED = gettext_noop("Something has changed since you looked. Here’s what would happen now.")


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


@for_organisers()
def import_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Show what the list would do (``action`` “look”), or do what was shown (“import”), as ``seen`` proves."""
    if request.method != "POST":
        return _ask(request, event, EntriesForm())
    form = EntriesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _ask(request, event, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    how = How(form.cleaned_data["how"])
    planned = plan_entries(event, form.cleaned_data["listed"].rows, how)
    seen = entries_digest(planned, how)
    why = ReasonForm(request.POST if request.POST.get("action") == "import" else None, needed=corrects(event, planned))
    if not why.is_bound:
        return _preview(request, event, form, planned, seen, why)
    if request.POST.get("seen") != seen:
        return _preview(request, event, form, planned, seen, why, refusal=_(CHANGED), status=HTTPStatus.CONFLICT)
    if not why.is_valid():
        return _preview(request, event, form, planned, seen, why, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    refused = carry_out(event, planned, by=request.user, reason=why.cleaned_data["reason"])
    failed = {each.row.line for each, _why in refused}
    done = sum(each.does_something and each.row.line not in failed for each in planned)
    if refused:
        return render(
            request,
            "tournaments/import_done.html",
            {"event": event, "refused": refused, "done": done},
            status=HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    messages.success(request, ngettext("%(n)s player imported.", "%(n)s players imported.", done) % {"n": done})
    return see_other(reverse("tournaments:manage_entries", args=[event.pk]))


def _ask(request: MemberRequest, event: Event, form: EntriesForm, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(request, "tournaments/import_entries.html", {"event": event, "form": form}, status=status)


def _preview(
    request: MemberRequest,
    event: Event,
    form: EntriesForm,
    planned: Sequence[Planned],
    seen: str,
    why: ReasonForm,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    counts = Counter(each.deed for each in planned)
    left = sum(each.deed is Deed.NOTHING and not each.is_rated_again for each in planned)
    rated = sum(each.deed is Deed.NOTHING and each.is_rated_again for each in planned)
    told = {
        counted.INVITED: counts[Deed.INVITE],
        counted.ADDED: counts[Deed.ENTER],
        counted.RATED: rated,
        counted.UNCHANGED: left,
        counted.FAULTY: counts[Deed.FAULT],
    }
    context = {
        "event": event,
        "planned": planned,
        "ignored": form.cleaned_data["listed"].ignored,
        "invited": counts[Deed.INVITE],
        "put_in": counts[Deed.ENTER],
        "left": left,
        "rated": rated,
        "counted": counted.in_words(told),
        "faults": counts[Deed.FAULT],
        "text": form.cleaned_data["text"],
        "how": form.cleaned_data["how"],
        "seen": seen,
        "why": why if corrects(event, planned) else None,
        "ignores_places": event.is_begun and any(each.seed is not None for each in planned),
        "refusal": refusal,
    }
    return render(request, "tournaments/import_preview.html", context, status=status)
