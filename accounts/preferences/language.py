"""The language that a reader chooses at the foot of a page."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.views.i18n import set_language

from accounts.models import User


def keep_language(request: HttpRequest, player: User | None) -> HttpResponse:
    """Store the language posted as ``language``, for the browser and for a player's emails, too.

    Redirect to the page posted as ``next``, or to the one before. Raises ``BadRequest`` if the site doesn't have the
    language.
    """
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):  # Django's view would accept any language of Django's
        raise BadRequest("no language of this site")
    if player is not None:
        User.objects.filter(pk=player.pk).update(language=language)
    return set_language(request)
