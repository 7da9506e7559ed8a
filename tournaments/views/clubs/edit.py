"""Making a club, and changing its settings."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from i18n.text import listed
from matches.views.requests import MemberRequest, login_keeps, see_other
from tournaments.clubs import edit
from tournaments.forms.clubs import ClubForm
from tournaments.gate.refused import Refused

from . import get_club
from .pages import head

METHODS = ["GET", "HEAD", "POST"]


@login_keeps(lambda posted: {name: posted.get(name, "") for name in edit.FIELDS})
@require_http_methods(METHODS)
def new_page(request: MemberRequest) -> HttpResponse:
    if request.user.is_guest:
        raise PermissionDenied(_("Choose a name for your account first; then you can create a club."))
    if request.method != "POST":
        known = {name: request.GET[name] for name in edit.FIELDS if name in request.GET}
        return render(request, "clubs/new.html", {"form": ClubForm(initial=known)})
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            club = edit.make(request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            messages.success(request, _("“%(club)s” created. Invite its members.") % {"club": club.name})
            return see_other(reverse("clubs:manage", args=[club.slug]))
    return render(request, "clubs/new.html", {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@login_required
@require_http_methods(METHODS)
def settings_page(request: MemberRequest, slug: str) -> HttpResponse:
    club = get_club.owned(request, slug)
    form = ClubForm(request.POST or None, initial={name: getattr(club, name) for name in edit.FIELDS})
    status = int(HTTPStatus.OK)
    if request.method == "POST":
        status = int(HTTPStatus.UNPROCESSABLE_ENTITY)
        if form.is_valid():
            try:
                made = edit.change(club, form.cleaned_data, by=request.user)
            except Refused as refused:
                form.add_error(refused.field or None, refused.message)
            else:
                messages.success(request, _changed(made))
                return see_other(reverse("clubs:manage", args=[club.slug]))
    return render(request, "clubs/settings.html", {"form": form, **head(request, club)}, status=status)


def _changed(labels: list[str]) -> str:
    if not labels:
        return _("Nothing changed.")
    return _("Changed: %(labels)s.") % {"labels": listed([_("“%(label)s”") % {"label": label} for label in labels])}
