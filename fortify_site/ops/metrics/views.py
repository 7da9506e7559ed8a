"""The page that Prometheus reads."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from .exposition import Site


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the metrics to anyone who presents ``METRICS_TOKEN``. Without that setting the page doesn't exist."""
    if not settings.METRICS_TOKEN:
        raise Http404
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not constant_time_compare(token.strip(), settings.METRICS_TOKEN):
        refusal = HttpResponse("Show METRICS_TOKEN.\n", status=HTTPStatus.UNAUTHORIZED, content_type="text/plain")
        refusal.headers["WWW-Authenticate"] = "Bearer"
        return refusal
    return HttpResponse(generate_latest(Site()), content_type=CONTENT_TYPE_LATEST)
