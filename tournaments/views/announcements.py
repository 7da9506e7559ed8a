"""Pages of announcements to the players of an event: making one, and all that were made."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.input.paging import leaf
from matches.input.requests import MemberRequest, fields, see_other
from tournaments.events import announcements
from tournaments.forms.organiser import AnnounceForm
from tournaments.kept import version_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Announcement, Event

from .get_event import for_organisers
from .pages import answer, event_page

ON_A_PAGE = 10
typed = fields("audience", "subject", "text")


@for_organisers(typed)
def announce_page(request: MemberRequest, event: Event) -> HttpResponse:
    has_unfinished = announcements.has_unfinished(event)
    if request.method != "POST":
        return _show_announce(request, event, AnnounceForm(has_unfinished=has_unfinished, initial=typed(request.GET)))
    form = AnnounceForm(request.POST, has_unfinished=has_unfinished)
    if not form.is_valid():
        return _show_announce(request, event, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    audience = form.cleaned_data.get("audience", Announcement.Audience.ALL)
    if "sure" not in request.POST:
        is_read = "change" not in request.POST
        reach = _told(len(announcements.readers_of(event, audience)))
        return _show_announce(request, event, form, reach=reach if is_read else "")
    subject, text = form.cleaned_data["subject"], form.cleaned_data["text"]
    try:
        readers = announcements.announce(event, audience, subject, text, by=request.user)[1]
    except TournamentRefused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show_announce(request, event, form, refused.status)
    done = _("Your announcement is on the event’s page.")
    messages.success(request, f"{done} {_told(readers)}")
    return see_other(reverse("tournaments:announce", args=[event.pk]))


def _told(readers: int) -> str:
    if not readers:
        return _("No player can get it by email yet.")
    words = ngettext("%(number)s player gets it by email.", "%(number)s players get it by email.", readers)
    return words % {"number": readers}


def _show_announce(
    request: MemberRequest, event: Event, form: AnnounceForm, status: int = HTTPStatus.OK, reach: str = ""
) -> HttpResponse:
    """Show the form of an announcement. ``reach`` says who would get the email, for the player to check."""
    earlier = event.announcements.select_related("by").order_by("-at", "-pk")
    context = {
        "event": event,
        "form": form,
        "announcements": leaf(request, earlier, size=ON_A_PAGE, what=pgettext("pages of", "announcements")),
        "has_audience": "audience" in form.fields,
        "reach": reach,
    }
    return render(request, "tournaments/announce.html", context, status=status)


@event_page
def announcements_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the event's announcements, the latest first."""
    rows = event.announcements.select_related("by").order_by("-at", "-pk")
    said = leaf(request, rows, size=ON_A_PAGE, what=pgettext("pages of", "the announcements"))
    context = {"event": event, "announcements": said}
    key = (said.page.number,)
    return answer(request, "tournaments/announcements.html", lambda: context, version=version_of(event), key=key)
