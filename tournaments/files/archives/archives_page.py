"""Pages on which a club is exported as an archive or imported from one, and its people take their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from i18n.text import say
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, address_with, fields, login_keeps, see_other, whole_number
from tournaments.clubs.club_pages import head
from tournaments.locking.club_log import note
from tournaments.models import Arrival, Club, Upload
from tournaments.pages import get_club
from tournaments.pages.page_with_buttons import Act, PageWithButtons
from tournaments.pages.send_form import Sent, send

from . import claim
from .archive_forms import BringForm, UploadForm
from .authored_texts import AuthoredTexts
from .export.zip import archive_of
from .file_names import OWNERS
from .imports import job, uploads

METHODS = ["GET", "HEAD", "POST"]
ARRIVALS_ON_A_PAGE = 50
SAID_ON_A_PAGE = 20
wished = fields("name", "person")


@login_required
@require_http_methods(METHODS)
def out_page(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Show what an archive has (GET), or send it (POST), with a line in the club's log."""
    club = get_club.owned(request, slug)
    if request.method != "POST":
        return render(request, "clubs/archive.html", head(request, club))
    note(club, say("Downloaded the whole club as an archive."), by=request.user)
    response = StreamingHttpResponse(archive_of(club, OWNERS), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{club.slug}-archive.zip"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_http_methods(METHODS)
def in_page(request: MemberRequest) -> HttpResponse:
    """Take an uploaded archive."""
    _refuse_guest(request.user)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()

    def keep() -> tuple[str, str]:
        uploads.keep_upload(request.user, form.cleaned_data["file"].read(uploads.MOST_BYTES + 1))
        return "", reverse("clubs:archive_look")

    answer, refusal, status = send(request, keep, form)
    sent = uploads.upload_of(request.user)
    waits = sent if sent is not None and sent.club is None else None
    context = {"form": form, "most": uploads.MOST_BYTES // 1_000_000, "sent": waits, "refusal": refusal}
    return answer or render(request, "clubs/archive_in.html", context, status=status)


@login_keeps(wished)
@require_http_methods(METHODS)
def look_page(request: MemberRequest) -> HttpResponse:
    """Show what an archive would make, import it or drop it, and show how far a worker has got."""
    _refuse_guest(request.user)
    upload = uploads.upload_of(request.user)
    if upload is None:
        messages.error(request, _("Upload the archive first."))
        return see_other(reverse("clubs:archive_in"))
    if upload.club is not None:
        return _came_in(request, upload.club)
    if upload.is_at_work:
        return render(request, "clubs/archive_at_work.html", {"upload": upload})
    if request.method == "POST" and request.POST.get("action") == "drop":
        if not uploads.drop(upload):
            return see_other(reverse("clubs:archive_look"))
        messages.success(request, _("The archive was deleted."))
        return see_other(reverse("clubs:archive_in"))
    return _look(request, upload)


def _look(request: MemberRequest, upload: Upload) -> HttpResponse:
    found = uploads.seen_in(upload)
    chosen = {"name": upload.name or found.club, "person": upload.person or _likely(found.people, request.user)}
    posted = request.POST if request.method == "POST" else None
    form = BringForm(posted, names=found.people, initial=chosen | wished(request.GET))
    if posted is not None and posted.get("seen") != upload.digest:
        words = _("You’ve uploaded another archive since. This is the new one.")
        answer, refusal, status = Sent(None, words, HTTPStatus.CONFLICT)
    else:
        answer, refusal, status = send(request, partial(_ask, upload, form), form)
    context = {"found": found, "form": form, "seen": upload.digest, "refusal": refusal or upload.failure}
    return answer or render(request, "clubs/archive_look.html", context, status=status)


def _ask(upload: Upload, form: BringForm) -> tuple[str, str]:
    job.ask_for_import(upload, **form.cleaned_data)
    return "", reverse("clubs:archive_look")


def _came_in(request: MemberRequest, club: Club) -> HttpResponse:
    words = _("“%(club)s” is imported. Send everyone their link.")
    messages.success(request, words % {"club": club.name})
    return see_other(reverse("clubs:arrivals", args=[club.slug]))


def _likely(names: Sequence[str], reader: User) -> int | None:
    """Guess the reader's person in the archive by name; return ``None`` if none or several have it."""
    return names.index(reader.display_name) + 1 if names.count(reader.display_name) == 1 else None


class ArrivalsPage(PageWithButtons):
    """Show the people from the archive: each can be emailed their link, or made a former player.

    For owners alone, since some of the places are an owner's.
    """

    template = "clubs/arrivals.html"
    keeps = ("page", "arrival", "who")

    club: Club

    def find(self) -> None:
        self.club = get_club.owned(self.request, self.kwargs["slug"])

    def address(self) -> str:
        return address_with(self.request.path, fields("page")(self.request.POST))

    def acts(self) -> Mapping[str, Act]:
        return {"send": Act(self._send), "forget": Act(self._forget)}

    def context(self) -> dict[str, Any]:
        people = self.club.arrivals.order_by("name", "pk")
        arrivals = leaf(self.request, people, size=ARRIVALS_ON_A_PAGE, what=pgettext("pages of", "the people"))
        sent = self.request.POST or self.request.GET
        return {
            "arrivals": arrivals,
            "links": [(each, claim.url_of(each)) for each in arrivals],
            "typed_for": self._arrival(sent),
            "typed": sent.get("who", ""),
            **head(self.request, self.club),
        }

    def _send(self) -> str:
        arrival, who = self._arrival(self.request.POST), self.request.POST.get("who", "")
        sent = claim.send_link(self.club, arrival or 0, who, by=self.request.user)
        return _("We’ve sent the link for %(name)s.") % {"name": sent.name}

    def _forget(self) -> str:
        claim.forget(self.club, self._arrival(self.request.POST) or 0, by=self.request.user)
        return _("Name removed. Standings now say “former player”.")

    def _arrival(self, sent: QueryDict) -> int | None:
        return whole_number(sent.get("arrival"))


@never_cache
@require_http_methods(METHODS)
def arrival_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose place a link is for, and what they wrote there (GET), or take the place (POST)."""
    arrival = claim.arrival_of(token)
    if arrival is None:
        return render(request, "clubs/no_invitation.html", status=HTTPStatus.NOT_FOUND)
    if request.method == "POST" and not isinstance(request.user, User):
        return redirect_to_login(request.path)
    answer, refusal, status = send(request, lambda: _claim(arrival, cast("User", request.user)))
    if answer is not None:
        return answer
    context = {"arrival": arrival, "club": arrival.club, "theirs": _theirs(arrival), "refusal": refusal}
    if isinstance(request.user, User) and not request.user.is_guest:
        what = pgettext("pages of", "texts")
        context["said"] = leaf(request, AuthoredTexts(arrival), size=SAID_ON_A_PAGE, what=what)
    return render(request, "clubs/arrival.html", {**context, "next": request.path}, status=status)


def _claim(arrival: Arrival, player: User) -> tuple[str, str]:
    club = claim.claim(arrival, player)
    return _("Welcome to %(club)s.") % {"club": club.name}, club.get_absolute_url()


def _theirs(arrival: Arrival) -> dict[str, int]:
    return {
        "events": len(arrival.places.get("entry.player", ())),
        "matches": len(arrival.places.get("seat.player", ())),
    }


def _refuse_guest(reader: User) -> None:
    if reader.is_guest:
        raise PermissionDenied(_("Choose a name for your account first; then you can create a club."))
