"""The colour scheme that a reader chose for the site. Without a choice it is their system's."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    """Return the chosen scheme, one of ``THEMES``, or "" for the system's."""
    theme = request.COOKIES.get(COOKIE, "")
    return theme if theme in THEMES else ""
