"""Choices that anyone can make for the whole site: language, colours, time zone."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.language import keep_language
from accounts.preferences.theme import COOKIE, THEMES
from accounts.preferences.time_zone import keep_time_zone
from fortify_site.profiles.forms import zone_field
from matches.input.requests import see_other, way_back

from .same_origin import is_from_here

# These views need no forms' token, since pages cached for all visitors can't contain one visitor's.


class TimeZoneForm(forms.Form):
    time_zone = zone_field()


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def choose_language(request: HttpRequest) -> HttpResponse:
    """Return to the page in the language posted as ``language``, and store it for a player."""
    if request.method != "POST":
        return redirect("home")
    if not is_from_here(request):  # only a language changes an account; the others set a cookie
        raise PermissionDenied(_("Choose a language at the foot of a page of this site."))
    return keep_language(request, request.user if isinstance(request.user, User) else None)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Return to the page in the scheme posted as ``theme``; "" for the system's."""
    if request.method != "POST":
        return redirect("home")
    theme = request.POST.get("theme", "")
    response = see_other(way_back(request))
    if not theme:
        response.delete_cookie(COOKIE)
    elif theme in THEMES:
        age = settings.LANGUAGE_COOKIE_AGE
        response.set_cookie(COOKIE, theme, age, secure=settings.HTTPS, httponly=True, samesite="Lax")
    else:
        raise BadRequest("no scheme of this site")
    return response


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def choose_time_zone(request: HttpRequest) -> HttpResponse:
    """Show visitors the time zones, or return to the page with times in the chosen one.

    Players choose theirs in their profile.
    """
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
