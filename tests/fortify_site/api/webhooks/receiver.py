"""A program of a club's that webhooks are posted to: a real HTTP server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        """As the specification of Standard Webhooks has a receiver check it."""
        key = base64.b64decode(secret.split("_", 1)[1])
        content = b".".join(
            (self.headers["webhook-id"].encode(), self.headers["webhook-timestamp"].encode(), self.body)
        )
        expected = base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
        return f"v1,{expected}" in self.headers["webhook-signature"].split(" ")


class Receiver(ThreadingHTTPServer):
    """Answers with ``status`` and ``headers``, and keeps what came."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[Received] = []
        self.status = 204
        self.headers: dict[str, str] = {}
        self.body = b""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The sender may not have waited for the end of the answer."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?of=club"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.path, headers, body))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, format: str, *args: Any) -> None:
        """No one reads it."""


@contextmanager
def listening() -> Iterator[Receiver]:
    with Receiver() as receiver:
        Thread(target=receiver.serve_forever, args=(0.02,), daemon=True).start()
        yield receiver
        receiver.shutdown()
