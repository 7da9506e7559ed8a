"""Answers when something fails in the middle of a request: they say so and lead back.

If it was the database, the answer gives back what was sent.

Django calls a handler for whatever escapes a view or a middleware, so nothing here may need the database, a session or
a reader.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseServerError,
    JsonResponse,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy
from django.views import defaults

from fortify_site.logs import redact

from .same_origin import is_from_here

Fields = list[tuple[str, str]]

RETRY_SECONDS = 30
WORDS = gettext_lazy("Our database is having trouble. Wait half a minute, then try again.")
MOST_TO_GIVE_BACK = 100_000  # characters
PRIVATE_PAGES = ("/accounts/", "/admin/")
PRIVATE_FIELDS = re.compile(r"password|code|credential", re.IGNORECASE)
ASKED_TOO_MUCH = "54"  # SQLSTATE class: a statement beyond PostgreSQL's limits will be so the next time, too
PAGE_OF_A_MATCH = re.compile(r"/matches/[0-9]+/|/l/[^/]+/")
READ_ONLY = "25006"  # SQLSTATE: PostgreSQL on its way from one machine to another, or without room


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer any error (``handler500``)."""
    # Django passes no exception to handler500, but calls it while handling one (response_for_exception);
    # tests/fortify_site/pages/test_database_errors.py would notice if that changed.
    if is_database_trouble(sys.exc_info()[1]):
        return unavailable(request)
    with translation.override(_language_of(request)):
        page = render_to_string("500.html", _frame(request))
    return HttpResponseServerError(page, headers=_headers(request))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a bad request (``handler400``). An error while saving a session comes as one, whatever its reason."""
    return unavailable(request) if is_database_trouble(exception) else defaults.bad_request(request, exception)


def is_database_trouble(error: BaseException | None) -> bool:
    """Return whether the database was away, busy or full, so that another try may work."""
    while error is not None:
        if isinstance(error, (OperationalError, InterfaceError, InternalError)) and _may_pass(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _may_pass(error: Exception) -> bool:
    cause = error.__cause__
    sqlstate = getattr(cause, "sqlstate", None) or ""
    if isinstance(error, InternalError):
        return bool(sqlstate == READ_ONLY)
    if isinstance(cause, sqlite3.Error):  # SQLite calls faulty SQL "operational", too
        return getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_ERROR
    return not sqlstate.startswith(ASKED_TOO_MUCH)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 (RFC 9110, 15.6.4), as JSON to a script that asked for that."""
    headers = {"Retry-After": str(RETRY_SECONDS), **_headers(request)}
    status = HTTPStatus.SERVICE_UNAVAILABLE
    with translation.override(_language_of(request)):
        if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
            return JsonResponse({"error": WORDS}, status=status, headers=headers)
        context = {
            **_frame(request),
            "is_post": request.method == "POST",
            "address": request.get_full_path(),
            "fields": to_be_sent_again(request),
        }
        return HttpResponse(render_to_string("503.html", context), status=status, headers=headers)


def _headers(request: HttpRequest) -> dict[str, str]:
    return {
        "Cache-Control": "no-store",
        **({"Referrer-Policy": "no-referrer"} if redact(request.path) != request.path else {}),
    }


def _frame(request: HttpRequest) -> dict[str, str]:
    """Return the variables around the text: the site's name, and the way back to the match of the request."""
    match = PAGE_OF_A_MATCH.match(request.path)
    return {"site": settings.SITE_NAME, "match_url": match[0] if match else ""}


def _language_of(request: HttpRequest) -> str:
    """Return the reader's language, or the browser's if the reader couldn't be looked up."""
    return getattr(request, "LANGUAGE_CODE", "") or translation.get_language_from_request(request)


def to_be_sent_again(request: HttpRequest) -> Fields:
    """Return the fields of a posted form, so that it can be sent again; none if it has a secret or a file.

    Nor are there any if the form came from another site. The form's token is among them, and is checked when it is sent
    again.
    """
    if request.method != "POST" or request.path.startswith(PRIVATE_PAGES):
        return []
    try:
        if not is_from_here(request) or request.FILES:
            return []
        fields = [(name, str(text)) for name, texts in request.POST.lists() for text in texts]
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        return []
    is_private = any(PRIVATE_FIELDS.search(name) for name, _ in fields)
    is_long = sum(len(name) + len(text) for name, text in fields) > MOST_TO_GIVE_BACK
    return [] if is_private or is_long else fields
