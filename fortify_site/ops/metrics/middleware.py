"""Counts of requests by view and status, and their durations."""

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
    """Middleware that counts and times requests, unless metrics are off."""

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
    """Return the name of the view. The address won't do as a label: visitors can ask for any number of them."""
    match = request.resolver_match
    return NO_VIEW if match is None else match.view_name or match.func.__name__


def bucket_of(seconds: float) -> str:
    place = bisect_left(BUCKETS, seconds)
    return str(BUCKETS[place]) if place < len(BUCKETS) else "+Inf"
