"""The choice of a language at the foot of a page."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.language import keep_language

from .database_errors import is_from_here


@csrf_exempt  # a page that is kept for all visitors has no room for a token of one of them
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Back to the page one comes from, in the language posted as ``language``, which becomes a player's own."""
    if request.method != "POST":
        return redirect("home")
    if not is_from_here(request):
        raise PermissionDenied(_("Choose a language at the foot of a page of this site."))
    return keep_language(request, request.user if isinstance(request.user, User) else None)
