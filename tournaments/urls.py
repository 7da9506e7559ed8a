"""The addresses of events, in the namespace ``tournaments``."""

from __future__ import annotations

from django.urls import URLPattern, include, path

app_patterns: list[URLPattern] = []

urlpatterns = [path("", include((app_patterns, "tournaments")))]
