"""Limits on the size of requests, before anything reads them: small, unless a view says that it accepts more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]

LARGEST: Final = 2_621_440  # bytes, as many as Django allows by default
LARGEST_WITH_FILES: Final = 24 * 1024 * 1024  # files are stored on disk; each form has its own limits
ATTRIBUTE: Final = "largest_request"  # of a view that accepts more


class RequestSizeMiddleware:
    """Middleware that refuses requests which announce too large a body. Servers hold them to what they announce."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: tuple[Any, ...], _kwargs: dict[str, Any]
    ) -> None:
        usual = LARGEST_WITH_FILES if request.content_type == "multipart/form-data" else LARGEST
        if length_of(request) > getattr(view, ATTRIBUTE, usual):
            raise RequestDataTooBig("The request is larger than this page takes.")


def length_of(request: HttpRequest) -> int:
    try:
        return int(request.headers.get("Content-Length") or 0)
    except ValueError:
        return 0
