"""The choice of a light or a dark scheme at the foot of a page."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.preferences.theme import COOKIE, THEMES
from matches.views.requests import see_other, way_back


@csrf_exempt  # as choosing a language: fortify_site/pages/language_form.py
@require_http_methods(["GET", "HEAD", "POST"])
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Back to the page one comes from, in the scheme posted as ``theme``, or with "" in that of the system."""
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
