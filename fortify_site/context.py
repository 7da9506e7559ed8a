"""What every template may use."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.http import HttpRequest

from .status.banner import for_the_host


def site(request: HttpRequest) -> dict[str, object]:
    """``TROUBLE`` is looked up only by a template that asks for it."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "MAILBOX": settings.MAILBOX,
        "TROUBLE": partial(for_the_host, request),
    }
