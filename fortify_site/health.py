"""Whether the site can work: for load balancers, monitors and process managers."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from .broker import client


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def broker_answers() -> bool:
    try:
        with client() as broker:
            return bool(broker.ping())
    except RedisError:
        return False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, else 503; the JSON says which of them does."""
    answers = {"database": database_answers(), "broker": broker_answers()}
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)
