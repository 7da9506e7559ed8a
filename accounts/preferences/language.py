"""The language of a request's reader: from their account, or else their choice or their browser."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.i18n import set_language

from accounts.models import User


def language_of(request: HttpRequest) -> str:
    """Return the language of the reader's account; else the one chosen at the foot of a page; else the browser's."""
    if isinstance(request.user, User):
        return request.user.language
    return translation.get_language_from_request(request)


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
