"""The page on which visitors choose their time zone."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.time_zone import keep_time_zone
from fortify_site.profiles.forms import zone_field
from matches.views.requests import see_other, way_back


class TimeZoneForm(forms.Form):
    time_zone = zone_field()


@csrf_exempt  # as choosing a language: fortify_site/pages/language_form.py
@require_http_methods(["GET", "HEAD", "POST"])
def choose_time_zone(request: HttpRequest) -> HttpResponse:
    """Back to the page one comes from, with times in the zone chosen. Players have theirs in their profile."""
    if isinstance(request.user, User):
        return redirect("accounts:profile")
    form = TimeZoneForm(
        request.POST if request.method == "POST" else None, initial={"time_zone": timezone.get_current_timezone_name()}
    )
    if form.is_valid():
        response = see_other(way_back(request))
        keep_time_zone(response, form.cleaned_data["time_zone"])
        return response
    context = {"form": form, "back_to": way_back(request)}
    return render(request, "pages/time_zone.html", context, status=422 if request.method == "POST" else 200)
