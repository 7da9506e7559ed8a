"""The addresses of help and privacy, in the namespace ``help``."""

from __future__ import annotations

from django.urls import path

from . import views

app_name = "help"
urlpatterns = [
    path("help/", views.help_page, name="list"),
    path("help/<slug:slug>/", views.topic_page, name="topic"),
    path("privacy/", views.privacy_page, name="privacy"),
]
