"""The page on which an event's settings are changed."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from i18n.text import listed
from matches.input.requests import MemberRequest, see_other
from matches.offers.new_offer import start_view
from tournaments.forms.event.settings_form import SettingsForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.settings import save
from tournaments.views.get_event import for_organisers

from .new_event import typed


@for_organisers(typed)
def settings_page(request: MemberRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        known = {name: text for name, text in typed(request.GET).items() if name in request.GET}
        return _show_settings(request, event, SettingsForm(event, by=request.user, initial=known))
    form = SettingsForm(event, request.POST, by=request.user)
    if not form.is_valid() or not _save(request, event, form):
        return _show_settings(request, event, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return see_other(reverse("tournaments:manage", args=[event.pk]))


def _save(request: MemberRequest, event: Event, form: SettingsForm) -> bool:
    reason = form.cleaned_data.get("reason", "")
    try:
        made = save.change_settings(event, request.user, form.settings(), form.vacation_terms(), reason)
    except TournamentRefused as refused:
        form.blame(refused.field, refused.message)
        return False
    messages.success(request, _changed([str(change.label) for change in made]))
    return True


def _changed(labels: Sequence[str]) -> str:
    if not labels:
        return _("Nothing changed.")
    return _("Changed: %(labels)s.") % {"labels": listed([_("“%(label)s”") % {"label": label} for label in labels])}


def _show_settings(
    request: MemberRequest, event: Event, form: SettingsForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "game": event.game,
        "view": start_view(event.game, form.options_so_far()),
        "zone": request.user.time_zone,
    }
    return render(request, "tournaments/settings.html", context, status=status)
