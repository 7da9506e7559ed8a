"""The addresses of weekly forests, in the namespace ``weekly``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views import weekly

app_patterns: list[URLPattern] = [
    path("weekly/", weekly.current_page, name="current"),
    path("weekly/<slug:week>/", weekly.forest_page, name="forest"),
]
