"""The page on which an event's settings are changed."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.input.requests import MemberRequest
from matches.offers.new_offer import start_view
from tournaments.models import Event
from tournaments.pages.get_event import for_organisers
from tournaments.pages.send_form import send
from tournaments.pages.settings_form import changed_words

from . import save
from .new_event import typed
from .settings_form import SettingsForm


@for_organisers(typed)
def settings_page(request: MemberRequest, event: Event) -> HttpResponse:
    known = {name: text for name, text in typed(request.GET).items() if name in request.GET}
    posted = request.POST if request.method == "POST" else None
    form = SettingsForm(event, posted, by=request.user, initial=known)

    def change() -> tuple[str, str]:
        reason = form.cleaned_data.get("reason", "")
        made = save.change_settings(event, request.user, form.settings(), form.vacation_terms(), reason)
        return changed_words([str(change.label) for change in made]), reverse("tournaments:manage", args=[event.pk])

    answer, _refusal, status = send(request, change, form)
    context = {
        "event": event,
        "form": form,
        "game": event.game,
        "view": start_view(event.game, form.options_so_far()),
        "zone": request.user.time_zone,
    }
    return answer or render(request, "tournaments/settings.html", context, status=status)
