"""The answer that nothing has happened, given to nearly all polls before Django makes a request object for them.

No middleware runs for it: the answer needs no reader and contains nothing. It costs a fifth of what the view would.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .address import PREFIX, page_at
from .change_tokens import token_in, tokens


class Entrance:
    """A WSGI application that answers open pages on its own as long as nothing has happened."""

    def __init__(self, application: Any) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        tag: str = environ.get("HTTP_IF_NONE_MATCH", "")
        if tag and environ["PATH_INFO"].startswith(PREFIX) and _is_unchanged(environ["PATH_INFO"], tag):
            start_response("304 Not Modified", [("ETag", tag), ("Cache-Control", "no-store")])
            return []
        answer: Iterable[bytes] = self.application(environ, start_response)
        return answer


def _is_unchanged(path: str, tag: str) -> bool:
    token = token_in(tag)
    page = page_at(path.removeprefix(PREFIX).removesuffix("/")) if token else None
    return page is not None and tokens.read(page.token_of) == token
