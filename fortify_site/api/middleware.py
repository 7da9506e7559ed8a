"""The middleware of every request under /api/, whichever view answers it.

It checks tokens and rates, makes errors JSON, sets caching, and says what other sites' scripts may read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from . import rate_limit, tokens
from .models import Token
from .rate_limit import Allowance

# Keys for notes about a request. No header can have these names: incoming ones begin with HTTP_.
TOKEN: Final = "fortify.api_token"
IS_HEAD: Final = "fortify.is_head"

ROOT: Final = "/api/v1/"
SCHEME: Final = "bearer"
FRESH_SECONDS: Final = 30
METHODS: Final = "GET, HEAD, OPTIONS"
SAFE: Final = ("GET", "HEAD", "OPTIONS")
READABLE: Final = "ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate"
PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
CODES: Final = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}

Answer = Callable[[HttpRequest], HttpResponseBase]


class BadToken(Exception):
    """Raised for a token that doesn't exist."""


class ApiMiddleware:
    """The API's gateway, outside of everything that knows sessions.

    Cookies log no one in here, so no other site can make a reader's browser act for them.
    """

    def __init__(self, get_response: Answer) -> None:
        entrance = convert_exception_to_response(_ApiGateway(get_response))
        self.enter: Answer = entrance  # type: ignore[assignment]  # what is asynchronous answers otherwise; this is not
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(ROOT):
            return self.get_response(request)
        request.COOKIES.clear()
        response = self.enter(request)
        if not isinstance(response, HttpResponse):
            return response
        return _finished(request, _as_json(response))


class _ApiGateway:
    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)
        try:
            token = _shown(request)
        except BadToken:
            allowance = rate_limit.count_request(request, None)
            return _with_rate(too_many(allowance) if allowance.left < 0 else _unknown_token(), allowance)
        allowance = rate_limit.count_request(request, token)
        if allowance.left < 0:
            return _with_rate(too_many(allowance), allowance)
        if token is not None:
            tokens.note_use(token)
        request.META[TOKEN] = token
        return _with_rate(self._answer(request), allowance)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "HEAD":
            # It is answered like a GET, without the body, but no one has seen anything.
            request.method = "GET"
            request.META["HTTP_SEC_PURPOSE"] = "prefetch"
            request.META[IS_HEAD] = True
            request.__dict__.pop("headers", None)  # they were read before, and stay as they were
        return self.get_response(request)


def token_of(request: HttpRequest) -> Token | None:
    token: Token | None = request.META.get(TOKEN)
    return token


def error(status: int, code: str, words: str, headers: dict[str, str] | None = None) -> JsonResponse:
    return JsonResponse({"error": words, "code": code}, status=status, headers=headers)


@csrf_exempt
def not_there(request: HttpRequest) -> JsonResponse:
    """Answer an address that the API doesn't have."""
    return error(404, "not_found", _("There’s nothing at this address."))


def too_many(allowance: Allowance) -> JsonResponse:
    words = _("Too many requests: the limit is %(most)s a minute. Wait, then try again.")
    seconds = str(allowance.resets_in)
    return error(429, "too_many_requests", words % {"most": allowance.most}, {"Retry-After": seconds})


def _unknown_token() -> JsonResponse:
    words = _("We don’t know this token. It may have been revoked; create another in your profile.")
    return error(401, "unknown_token", words, {"WWW-Authenticate": 'Bearer error="invalid_token"'})


def _shown(request: HttpRequest) -> Token | None:
    """Return the token that the request shows (RFC 6750); ``None`` without one. Raises ``BadToken``."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _space, text = header.partition(" ")
    token = tokens.find_token(text.strip()) if scheme.lower() == SCHEME else None
    if token is None:
        raise BadToken
    return token


def _with_rate(response: HttpResponseBase, allowance: Allowance) -> HttpResponseBase:
    response.headers["RateLimit-Limit"] = str(allowance.most)
    response.headers["RateLimit-Remaining"] = str(max(0, allowance.left))
    response.headers["RateLimit-Reset"] = str(allowance.resets_in)
    return response


def _as_json(response: HttpResponse) -> HttpResponse:
    """Return an error page as the JSON that programs read, with its headers."""
    if response.status_code < 400 or response.headers.get("Content-Type", "").startswith("application/json"):
        return response
    status = response.status_code
    words = {
        HTTPStatus.NOT_FOUND: _("There’s nothing at this address."),
        HTTPStatus.METHOD_NOT_ALLOWED: _("This address doesn’t accept that kind of request."),
    }.get(HTTPStatus(status), _("We couldn’t answer this request."))
    kept = {name: value for name, value in response.headers.items() if name in {"Allow", "Retry-After"}}
    rates = {name: value for name, value in response.headers.items() if name.startswith("RateLimit-")}
    return error(status, CODES.get(HTTPStatus(status), "failed"), words, kept | rates)


def _finished(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add headers for caching, and allow other sites' scripts to read the response.

    It may be cached by all if it is the same for everyone.
    """
    is_read = request.method in SAFE and response.status_code == HTTPStatus.OK
    is_public = token_of(request) is None
    headers = response.headers
    headers["Vary"] = "Accept-Language, Authorization"
    if is_read:
        headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}" if is_public else "private, no-cache"
        headers.setdefault("ETag", f'"{hashlib.sha256(response.content).hexdigest()[:32]}"')
    else:
        headers["Cache-Control"] = "no-store"
    if request.method in SAFE:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = READABLE
    return _without_body(request, _conditional(request, response) if is_read else response)


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    found = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    if found is None or found is response:
        return response
    for name, value in response.headers.items():
        if name.startswith(("RateLimit-", "Access-Control-")) or name in {"Cache-Control", "Vary", "ETag"}:
            found.headers[name] = value
    return found


def _without_body(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if request.META.get(IS_HEAD):
        response.headers["Content-Length"] = str(len(response.content))
        response.content = b""
    return response
