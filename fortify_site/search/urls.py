"""The address of the search, in the namespace ``search``."""

from __future__ import annotations

from django.urls import path

from .page import search_page

app_name = "search"
urlpatterns = [path("search/", search_page, name="search")]
