"""An HTTP client that keeps its connection, as the proxy in front of a site does, and can act as any player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from http.client import HTTPConnection
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from accounts.models import User

CSRF: Final = "c" * 32
FORM: Final = "application/x-www-form-urlencoded"


class UnexpectedAnswer(Exception):
    """Raised when the site did not do what it was asked, so that its speed means nothing."""


class Connection:
    """One connection to a server on this machine. It is opened before timing starts, since servers close idle ones."""

    def __init__(self, port: int) -> None:
        self._http = HTTPConnection("127.0.0.1", port, timeout=60)

    def __enter__(self) -> Self:
        self._http.connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, cookies: str) -> bytes:
        return self._ask("GET", path, {"Cookie": cookies}, None, 200)

    def post(self, path: str, cookies: str, form: Mapping[str, str], expect: int) -> bytes:
        body = urlencode({"csrfmiddlewaretoken": CSRF, **form})
        return self._ask("POST", path, {"Cookie": cookies, "Content-Type": FORM}, body, expect)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str | None, expect: int) -> bytes:
        self._http.request(method, path, body, headers)
        answer = self._http.getresponse()
        content = answer.read()
        if answer.status != expect:
            raise UnexpectedAnswer(f"{method} {path} was answered {answer.status}:\n{content[:2000].decode()}")
        return content


@cache
def cookies_of(player_id: int) -> str:
    """Return the cookies that the browser of a logged-in player sends."""
    client = Client()
    client.force_login(User.objects.get(pk=player_id))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"
