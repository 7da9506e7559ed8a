"""The choice of a language at the foot of a page."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from .accounts.models import User
from .errors import is_from_here


@csrf_exempt  # a page that is kept for all visitors has no room for a token of one of them
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponseBase:
    """Back to the page one comes from, in the language posted as ``language``, which becomes a player's own."""
    if request.method != "POST":
        return redirect("home")
    if not is_from_here(request):
        raise PermissionDenied(_("Choose a language at the foot of a page of this site."))
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):  # Django's view would take any that Django itself speaks
        raise BadRequest("no language of this site")
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=language)
    return set_language(request)
