"""Making a club, and changing its settings."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest, login_keeps
from tournaments.clubs import edit
from tournaments.pages import get_club
from tournaments.pages.send_form import send
from tournaments.pages.settings_form import changed_words

from .club_forms import ClubForm
from .club_pages import head

METHODS = ["GET", "HEAD", "POST"]


@login_keeps(lambda posted: {name: posted.get(name, "") for name in edit.FIELDS})
@require_http_methods(METHODS)
def new_page(request: MemberRequest) -> HttpResponse:
    if request.user.is_guest:
        raise PermissionDenied(_("Choose a name for your account first; then you can create a club."))
    known = {name: request.GET[name] for name in edit.FIELDS if name in request.GET}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=known)

    def create() -> tuple[str, str]:
        club = edit.make(request.user, **form.cleaned_data)
        words = _("“%(club)s” created. Invite its members.") % {"club": club.name}
        return words, reverse("clubs:manage", args=[club.slug])

    answer, refusal, status = send(request, create, form)
    return answer or render(request, "clubs/new.html", {"form": form, "refusal": refusal}, status=status)


@login_required
@require_http_methods(METHODS)
def settings_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.owned(request, slug)
    known = {name: getattr(club, name) for name in edit.FIELDS}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=known)
    manage = reverse("clubs:manage", args=[club.slug])
    answer, refusal, status = send(
        request, lambda: (changed_words(edit.change_club(club, form.cleaned_data, by=request.user)), manage), form
    )
    context = {"form": form, "refusal": refusal, **head(request, club)}
    return answer or render(request, "clubs/settings.html", context, status=status)
