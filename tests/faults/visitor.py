"""A visitor's browser as a web server sees it: a login, a cookie against forgery, pages and forms."""

from __future__ import annotations

import time
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlencode

from django.test import Client

from accounts.models import User
from matches.models import Seat

CSRF = "f" * 32


@dataclass(frozen=True)
class Answer:
    status: int
    where: str
    body: str
    seconds: float


class Visitor:
    """A browser of ``user`` or a guest, for the site at ``address``. Each request has its own connection."""

    def __init__(self, address: str, user: User | None = None, *, patience: float = 40) -> None:
        self.host = address.removeprefix("http://")
        self.patience = patience
        self.cookies = {"csrftoken": CSRF}
        if user is not None:
            client = Client()
            client.force_login(user)
            self.cookies["sessionid"] = client.cookies["sessionid"].value

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def post(self, path: str, **fields: str) -> Answer:
        return self._ask("POST", path, self.form(**fields))

    def form(self, **fields: str) -> str:
        return urlencode({"csrfmiddlewaretoken": CSRF, **fields})

    def headers(self, body: str | None) -> dict[str, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        return headers

    def play(self, seat: Seat, number: int, text: str) -> Answer:
        """Send a turn from the match's page. Raises ``OSError`` or ``HTTPException`` if no answer comes."""
        return self.post(f"/matches/{seat.match_id}/play/", number=str(number), text=text)

    def play_by_link(self, token: str, text: str) -> Answer:
        """Send a turn from the page of a link in an email."""
        return self.post(f"/l/{token}/", text=text, sure="yes")

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        connection = HTTPConnection(self.host, timeout=self.patience)
        start = time.monotonic()
        try:
            connection.request(method, path, body, self.headers(body))
            response = connection.getresponse()
            text = response.read().decode(errors="replace")
            return Answer(response.status, response.headers.get("Location", ""), text, time.monotonic() - start)
        finally:
            connection.close()
