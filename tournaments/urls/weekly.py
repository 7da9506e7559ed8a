"""The addresses of weekly forests, in the namespace ``weekly``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.weekly import forest_page

app_patterns: list[URLPattern] = [
    path("weekly/", forest_page.current_page, name="current"),
    path("weekly/<slug:week>/", forest_page.forest_page, name="forest"),
]
