"""The answer that nothing has happened, which nearly all polls get: given before Django makes a request of one.

That leaves out all middleware: there is nobody to know, and nothing to say. It costs a fifth of the view's. Where the
web server hands over a request as it came, before it has parsed it or given it a thread, it costs half of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.utils import formatdate
from typing import Any, Final

from .address import PREFIX, page_at
from .change_tokens import Tokens, quick_tokens, token_in, tokens

_POLL: Final = re.compile(
    rb"GET (" + PREFIX.encode() + rb"[\w.:-]+/) HTTP/1\.[01]((?:\r\n[!-9;-~]+:[^\r\n]*)+)\r\n\r\n"
)
_TELLING: Final = re.compile(rb"(?i)\n(if-none-match|content-length|transfer-encoding|upgrade|expect):([^\r]*)")
_TAG: Final = re.compile(rb'(?:W/)?"[\w.~-]+"')


class Entrance:
    """A WSGI application that answers open pages itself as long as nothing has happened."""

    def __init__(self, application: Any) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        tag: str = environ.get("HTTP_IF_NONE_MATCH", "")
        if tag and environ["PATH_INFO"].startswith(PREFIX) and _is_unchanged(environ["PATH_INFO"], tag, tokens):
            start_response("304 Not Modified", [("ETag", tag), ("Cache-Control", "no-store")])
            return []
        answer: Iterable[bytes] = self.application(environ, start_response)
        return answer

    @staticmethod
    def answer_at_once(request: bytes) -> bytes | None:
        """The whole answer to a request as it came, after which the connection must be closed. ``None`` for all but a
        poll in the plainest form, complete, that finds nothing new within a moment."""
        poll = _POLL.fullmatch(request)
        if poll is None:
            return None
        match _TELLING.findall(poll[2]):
            case [(name, value)] if name.lower() == b"if-none-match" and _TAG.fullmatch(tag := value.strip(b" \t")):
                path, told = poll[1].decode(), tag.decode()
                return _not_modified(told) if _is_unchanged(path, told, quick_tokens) else None
        return None


def _is_unchanged(path: str, tag: str, found_in: Tokens) -> bool:
    token = token_in(tag)
    page = page_at(path.removeprefix(PREFIX).removesuffix("/")) if token else None
    return page is not None and found_in.read(page.token_of) == token


def _not_modified(tag: str) -> bytes:
    lines = ("HTTP/1.1 304 Not Modified", f"Date: {formatdate(usegmt=True)}", "Connection: close", f"ETag: {tag}")
    return "\r\n".join((*lines, "Cache-Control: no-store", "", "")).encode()
