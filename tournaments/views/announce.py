"""Announcements to the players of an event."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from matches.clockwords import counted
from matches.views.paging import leaf
from matches.views.requests import MemberRequest, login_keeps, see_other
from tournaments import announcing
from tournaments.forms.manage_forms import AnnounceForm
from tournaments.models import Announcement, Event
from tournaments.refusal import Refused

from .finding import organised

ON_A_PAGE = 10
FIELDS = ("audience", "subject", "text")


def typed(posted: QueryDict) -> dict[str, str]:
    """What was typed, for ``login_keeps``."""
    return {name: str(posted[name]) for name in FIELDS if name in posted}


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def announce_page(request: MemberRequest, pk: int) -> HttpResponse:
    event = organised(request, pk)
    has_unfinished = announcing.has_unfinished(event)
    if request.method != "POST":
        return _show(request, event, AnnounceForm(has_unfinished=has_unfinished, initial=typed(request.GET)))
    form = AnnounceForm(request.POST, has_unfinished=has_unfinished)
    if not form.is_valid():
        return _show(request, event, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    audience = form.cleaned_data.get("audience", Announcement.Audience.ALL)
    subject, text = form.cleaned_data["subject"], form.cleaned_data["text"]
    try:
        _, readers = announcing.announce(event, audience, subject, text, by=request.user)
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show(request, event, form, refused.status)
    told = (
        f"It goes to {counted(readers, 'player', 'players')} by mail."
        if readers
        else "Nobody is in yet whom a mail could reach."
    )
    messages.success(request, f"Your announcement stands on the event’s page. {told}")
    return see_other(reverse("tournaments:announce", args=[pk]))


def _show(request: MemberRequest, event: Event, form: AnnounceForm, status: int = HTTPStatus.OK) -> HttpResponse:
    earlier = event.announcements.select_related("by").order_by("-at", "-pk")
    context = {
        "event": event,
        "form": form,
        "announcements": leaf(request, earlier, size=ON_A_PAGE, what="announcements"),
        "has_audience": "audience" in form.fields,
    }
    return render(request, "tournaments/announce.html", context, status=status)
