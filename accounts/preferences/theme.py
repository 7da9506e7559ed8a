"""The colour scheme that someone chose for the site; whoever chose none has that of their system."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    """Return one of ``THEMES``, or "" for the system's."""
    theme = request.COOKIES.get(COOKIE, "")
    return theme if theme in THEMES else ""
