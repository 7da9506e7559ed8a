"""The page for importing a list of members: submit it, preview what it would do, then import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest, see_other
from tournaments.forms.members import MembersForm
from tournaments.imports.import_members import Deed, Planned, carry_out, members_digest, plan_members
from tournaments.models import Club
from tournaments.views import counted
from tournaments.views.entries.import_list import CHANGED

from . import get_club
from .pages import head

CHANGES = (Deed.ACCEPT, Deed.RAISE)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: MemberRequest, slug: str) -> HttpResponse:
    """Show what the list would do (``action`` “look”), or do what was shown (“import”), as ``seen`` proves."""
    club = get_club.run(request, slug)
    if request.method != "POST":
        return _ask(request, club, MembersForm())
    form = MembersForm(request.POST, request.FILES)
    if not form.is_valid():
        return _ask(request, club, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    planned = plan_members(club, form.cleaned_data["listed"].rows, by=request.user)
    seen = members_digest(planned)
    if request.POST.get("action") != "import":
        return _preview(request, club, form, planned, seen)
    if request.POST.get("seen") != seen:
        return _preview(request, club, form, planned, seen, refusal=_(CHANGED), status=HTTPStatus.CONFLICT)
    refused = carry_out(club, planned, by=request.user)
    failed = {each.row.line for each, _why in refused}
    done = _done(each for each in planned if each.row.line not in failed)
    if refused:
        context = {"refused": refused, "done": done, **head(request, club)}
        return render(request, "clubs/import_done.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, done)
    return see_other(reverse("clubs:manage", args=[club.slug]))


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


def _ask(request: MemberRequest, club: Club, form: MembersForm, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(request, "clubs/import.html", {"form": form, **head(request, club)}, status=status)


def _preview(
    request: MemberRequest,
    club: Club,
    form: MembersForm,
    planned: Sequence[Planned],
    seen: str,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    counts = Counter(each.deed for each in planned)
    changed = counts[Deed.ACCEPT] + counts[Deed.RAISE]
    told = {
        counted.INVITED: counts[Deed.INVITE],
        counted.CHANGED: changed,
        counted.UNCHANGED: counts[Deed.NOTHING],
        counted.FAULTY: counts[Deed.FAULT],
    }
    context = {
        **head(request, club),
        "planned": planned,
        "ignored": form.cleaned_data["listed"].ignored,
        "invited": counts[Deed.INVITE],
        "changed": changed,
        "counted": counted.in_words(told),
        "left": counts[Deed.NOTHING],
        "faults": counts[Deed.FAULT],
        "text": form.cleaned_data["text"],
        "seen": seen,
        "refusal": refusal,
    }
    return render(request, "clubs/import_preview.html", context, status=status)
