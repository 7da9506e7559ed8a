"""Variables for every template."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.http import HttpRequest

from accounts.preferences.theme import theme_of
from fortify_site.ops.status.report import for_the_host
from mail.bounces import dead_addresses
from mail.models import MailAddress
from matches.clocks import restoration


def site(request: HttpRequest) -> dict[str, object]:
    """Add the site's variables.

    ``TROUBLE``, ``MAIL_TROUBLE`` and ``RESTORED`` are looked up only if a template uses them.
    """
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "LANGUAGES": settings.LANGUAGES,
        "MAILBOX": settings.MAILBOX,
        "THEME": theme_of(request),
        "PUSH": bool(settings.PUSH_KEY),
        "RESTORED": restoration.latest,
        "TROUBLE": partial(for_the_host, request),
        "MAIL_TROUBLE": partial(mail_trouble, request),
    }


def mail_trouble(request: HttpRequest) -> MailAddress | None:
    """Return why no emails are sent to the player; ``None`` if they are."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return dead_addresses.trouble_of(user.email)
