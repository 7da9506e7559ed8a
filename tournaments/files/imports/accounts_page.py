"""The organisers' page on which players from elsewhere are given accounts."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from i18n.text import listed
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, see_other, whole_number
from tournaments.entries.pairing_numbers import without_account
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.pages.get_event import for_organisers

from . import give_accounts

ON_A_PAGE = 50
FIELD = "who_"


@for_organisers()
def accounts_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Give accounts to entries, a page of them in one form; what is left empty stays as it is."""
    if request.method != "POST":
        return _show_accounts(request, event, {}, {})
    typed = _typed(request.POST)
    if not typed:
        words = _("Enter a name or an email address for at least one player.")
        return _show_accounts(request, event, {}, {}, words, HTTPStatus.UNPROCESSABLE_ENTITY)
    faults: dict[int, TournamentRefused] = {}
    given = []
    for entry_id, who in typed.items():
        try:
            given.append(give_accounts.give_account(event, entry_id, who, by=request.user).shown_name)
        except TournamentRefused as refused:
            faults[entry_id] = refused
    if given:
        words = ngettext(
            "%(names)s can play now, and gets an email.", "%(names)s can play now, and get an email.", len(given)
        )
        messages.success(request, words % {"names": listed(given)})
    if faults:
        first = next(iter(faults.values()))
        return _show_accounts(
            request, event, typed, {pk: each.message for pk, each in faults.items()}, status=first.status
        )
    return see_other(f"{reverse('tournaments:accounts', args=[event.pk])}{_page_of(request)}")


def _typed(posted: QueryDict) -> dict[int, str]:
    """Return what was filled in, by the ids of the entries; no more than a page has."""
    fields = {name: str(posted.get(name, "")).strip() for name in posted if name.startswith(FIELD)}
    filled = [(name, who) for name, who in fields.items() if who][:ON_A_PAGE]
    found = ((whole_number(name.removeprefix(FIELD)), who) for name, who in filled)
    return {pk: who for pk, who in found if pk}


def _page_of(request: MemberRequest) -> str:
    page = whole_number(request.GET.get("page"))
    return f"?page={page}" if page else ""


def _show_accounts(
    request: MemberRequest,
    event: Event,
    typed: Mapping[int, str],
    faults: Mapping[int, str],
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page. ``faults`` are what was wrong with what was typed, by the ids of the entries."""
    players = leaf(request, without_account(event), size=ON_A_PAGE, what=pgettext("pages of", "players"))
    rows = [(entry, typed.get(entry.pk, ""), faults.get(entry.pk, "")) for entry in players]
    shown = {entry.pk for entry, *_others in rows}
    refusal = refusal or next((words for pk, words in faults.items() if pk not in shown), "")
    context = {"event": event, "leaf": players, "rows": rows, "refusal": refusal}
    return render(request, "tournaments/accounts.html", context, status=status)
