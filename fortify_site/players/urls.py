"""The addresses of players' pages, in the namespace ``players``."""

from __future__ import annotations

from django.urls import path

from .page import player_page

app_name = "players"
urlpatterns = [path("players/<int:pk>/", player_page, name="player")]
