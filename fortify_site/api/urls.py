"""The pages that belong to the API; its own addresses are in ``addresses``."""

from __future__ import annotations

from django.urls import URLPattern, path

from .views import docs, tokens, webhooks, widget

app_name = "api"
urlpatterns: list[URLPattern] = [
    path("api/", docs.docs_page, name="docs"),
    path("account/tokens/", tokens.tokens_page, name="tokens"),
    path("events/<int:pk>/manage/webhooks/", webhooks.webhooks_page, name="webhooks"),
    path("events/<int:pk>/widget/", widget.widget, name="widget"),
]
