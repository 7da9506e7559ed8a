"""Health checks for monitors, load balancers and process managers."""

from __future__ import annotations

from http import HTTPStatus

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fortify_site.version import version

from .status.check import bad
from .status.report import run_checks

ENGLISH = "en"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer a monitor with all checks, without anything private; 503 if one is bad.

    It is always in English, since monitors compare and search it.
    """
    with translation.override(ENGLISH):
        checks = run_checks()
    is_well = not bad(checks)
    answer = {
        "ok": is_well,
        "checks": {check.name: {"state": check.state, "words": check.words} for check in checks},
        "version": version(),
    }
    return JsonResponse(answer, status=HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE)


@require_safe
@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """Answer 200 if this process and the database work, for load balancers and process managers.

    Other checks don't count: a restart or another machine wouldn't help.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse({"ok": False}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    return JsonResponse({"ok": True})
