"""Pages of announcements to the players of an event: making one, and all that were made."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.input.paging import leaf
from matches.input.requests import MemberRequest, fields
from tournaments.events import announcements
from tournaments.locking.kept import version_of
from tournaments.models import Announcement, Event
from tournaments.pages.get_event import for_organisers
from tournaments.pages.kept_pages import answer as kept_answer
from tournaments.pages.kept_pages import event_page
from tournaments.pages.send_form import send

from .organiser_forms import AnnounceForm

ON_A_PAGE = 10
typed = fields("audience", "subject", "text")


@for_organisers(typed)
def announce_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Make an announcement; before it is sent, the page says who would get the email."""
    posted = request.POST if request.method == "POST" else None
    form = AnnounceForm(posted, has_unfinished=announcements.has_unfinished(event), initial=typed(request.GET))
    reach = ""

    def announce() -> tuple[str, str] | None:
        nonlocal reach
        given = form.cleaned_data
        audience = given.get("audience", Announcement.Audience.ALL)
        if "sure" not in request.POST:
            words = _told(len(announcements.readers_of(event, audience)))
            reach = "" if "change" in request.POST else words
            return None
        readers = announcements.announce(event, audience, given["subject"], given["text"], by=request.user)[1]
        done = _("Your announcement is on the event’s page.")
        return f"{done} {_told(readers)}", reverse("tournaments:announce", args=[event.pk])

    answer, refusal, status = send(request, announce, form)
    earlier = event.announcements.select_related("by").order_by("-at", "-pk")
    context = {
        "event": event,
        "form": form,
        "announcements": leaf(request, earlier, size=ON_A_PAGE, what=pgettext("pages of", "announcements")),
        "has_audience": "audience" in form.fields,
        "reach": reach,
        "refusal": refusal,
    }
    return answer or render(request, "tournaments/announce.html", context, status=status)


def _told(readers: int) -> str:
    if not readers:
        return _("No player can get it by email yet.")
    words = ngettext("%(number)s player gets it by email.", "%(number)s players get it by email.", readers)
    return words % {"number": readers}


@event_page
def announcements_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the event's announcements, the latest first."""
    rows = event.announcements.select_related("by").order_by("-at", "-pk")
    said = leaf(request, rows, size=ON_A_PAGE, what=pgettext("pages of", "the announcements"))
    context = {"event": event, "announcements": said}
    key = (said.page.number,)
    return kept_answer(request, "tournaments/announcements.html", lambda: context, version=version_of(event), key=key)
