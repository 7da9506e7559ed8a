"""Requests by view and status, and how long they took."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from .counters import counters

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
NO_VIEW: Final = "none"


class MetricsMiddleware:
    """Counts and times requests. Not used if no one asks for metrics."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.monotonic()
        response = self.get_response(request)
        took = time.monotonic() - start
        view = name_of_view(request)
        counters.add("requests", {"view": view, "status": str(response.status_code)})
        counters.add("request_seconds", {"view": view}, took)
        counters.add("request_duration", {"le": bucket_of(took)})
        return response


def name_of_view(request: HttpRequest) -> str:
    """The name of the address, never the address: whatever visitors ask for, their number is limited."""
    match = request.resolver_match
    return NO_VIEW if match is None else match.view_name or match.func.__name__


def bucket_of(seconds: float) -> str:
    place = bisect_left(BUCKETS, seconds)
    return str(BUCKETS[place]) if place < len(BUCKETS) else "+Inf"
