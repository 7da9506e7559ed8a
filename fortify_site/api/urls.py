"""The pages that belong to the API; its own addresses are in ``addresses``."""

from __future__ import annotations

from django.urls import URLPattern, path

from .views import docs, tokens, webhooks, widget

app_name = "api"
urlpatterns: list[URLPattern] = [
    path("api/", docs.docs_page, name="docs"),
    path("account/tokens/", tokens.tokens_page, name="tokens"),
    path("events/<int:pk>/manage/webhooks/", webhooks.of_event, name="webhooks"),
    path("clubs/<slug:slug>/manage/webhooks/", webhooks.of_club, name="club_webhooks"),
    path("events/<int:pk>/widget/", widget.widget, name="widget"),
]
