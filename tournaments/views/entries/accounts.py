"""The organisers' page on which players from elsewhere are given accounts."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.views.paging import leaf
from matches.views.requests import MemberRequest, see_other, whole_number
from tournaments.gate.refused import Refused
from tournaments.imports import give_accounts
from tournaments.models import Event
from tournaments.views.get_event import for_organisers

ON_A_PAGE = 50


@for_organisers()
def accounts_page(request: MemberRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _show(request, event)
    entry_id, typed = whole_number(request.POST.get("entry")) or 0, request.POST.get("who", "")
    try:
        entry = give_accounts.give(event, entry_id, typed, by=request.user)
    except Refused as refused:
        return _show(request, event, entry_id, typed, refused.message, refused.status)
    messages.success(request, _("%(name)s can play now, and gets an email.") % {"name": entry.shown_name})
    return see_other(f"{reverse('tournaments:accounts', args=[event.pk])}{_page_of(request)}")


def _page_of(request: MemberRequest) -> str:
    page = whole_number(request.GET.get("page"))
    return f"?page={page}" if page else ""


def _show(
    request: MemberRequest,
    event: Event,
    at_fault: int = 0,
    typed: str = "",
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """``at_fault`` is the entry whose form keeps what was typed."""
    players = leaf(request, give_accounts.without_account(event), size=ON_A_PAGE, what=pgettext("pages of", "players"))
    context = {"event": event, "leaf": players, "at_fault": at_fault, "typed": typed, "refusal": refusal}
    return render(request, "tournaments/accounts.html", context, status=status)
