"""The help pages, for everyone; they show the same to all."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .figures import current_figures, figures
from .personal_data import ROWS
from .topics import BY_SLUG, PRIVACY, TOPICS


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    parts = [(part, list(topics)) for part, topics in groupby(TOPICS, key=lambda topic: topic.part)]
    return render(request, "help/list.html", {"parts": parts, "contact": figures()["contact"]})


@require_safe
def topic_page(request: HttpRequest, slug: str) -> HttpResponse:
    topic = BY_SLUG.get(slug)
    if topic is None:
        raise Http404
    return render(request, "help/topic.html", {"topic": topic, **current_figures()})


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    numbers = figures()
    rows = [
        {"key": row.key, "name": row.name, "what": row.what, "seen_by": row.seen_by, "kept": str(row.kept) % numbers}
        for row in ROWS
    ]
    return render(request, "help/privacy.html", {"topic": PRIVACY, "rows": rows, **numbers})
