"""A robot that opens a page and submits every form of it as it is, and then the forms of the pages it comes to.

It is a mail server's scanner at its worst: it types nothing, chooses nothing and logs in nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urljoin, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test import Client

MOST_REDIRECTS = 5
BUTTONS_OF_A_SEARCH = 3  # of a form that is fetched, such as the list of all legal actions

Pair = tuple[str, str]


@dataclass
class Form:
    """A form with its filled-in values, and each of its buttons with what it adds."""

    action: str
    method: str
    filled: list[Pair] = field(default_factory=list)
    buttons: list[list[Pair]] = field(default_factory=list)

    def submissions(self) -> list[list[Pair]]:
        buttons = self.buttons or [[]]
        if self.method == "get" and len(buttons) > BUTTONS_OF_A_SEARCH:
            buttons = [*buttons[: BUTTONS_OF_A_SEARCH - 1], buttons[-1]]
        return [[*self.filled, *button] for button in buttons]


class FormReader(HTMLParser):
    """A parser that finds the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select: str = ""
        self._options: list[tuple[str, bool]] = []
        self._text: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(has.get("action", ""), has.get("method", "get").lower())
            self.forms.append(self._open)
        if self._open is None or "disabled" in has:
            return
        name = has.get("name", "")
        match tag:
            case "textarea":
                self._select, self._text = name, ""
            case "select":
                self._select, self._options = name, []
            case "option":
                self._options.append((has.get("value", ""), "selected" in has))
            case "button" | "input":
                self._control(self._open, has.get("type", "submit" if tag == "button" else "text"), has)

    @staticmethod
    def _control(form: Form, kind: str, has: dict[str, str]) -> None:
        name, value = has.get("name", ""), has.get("value", "")
        if kind == "submit":
            form.buttons.append([(name, value)] if name else [])
        elif kind in {"checkbox", "radio"}:
            form.filled += [(name, has.get("value", "on"))] if "checked" in has else []
        elif kind not in {"button", "reset", "image", "file"}:
            form.filled.append((name, value))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if self._open is None:
            return
        if tag == "textarea" and self._text is not None:
            self._open.filled.append((self._select, self._text.removeprefix("\n")))
            self._text = None
        if tag == "select" and self._options:
            chosen = next((value for value, is_chosen in self._options if is_chosen), self._options[0][0])
            self._open.filled.append((self._select, chosen))
        if tag == "form":
            self._open = None


class FormRobot:
    """A robot that follows up to ``in_a_row`` submissions, each on the page that the one before led to.

    ``submitted`` counts them all. ``csrf`` checks are passed, as by a browser that keeps cookies.
    """

    def __init__(self, client: Client, in_a_row: int) -> None:
        self.client = client
        self.in_a_row = in_a_row
        self.submitted = 0
        self.reached_a_turn_to_send = False
        self._seen: set[tuple[str, str, tuple[Pair, ...]]] = set()

    def visit(self, path: str) -> None:
        waiting = [(0, *self._fetch("get", path, []))]
        for depth, path, page in waiting:
            for form in forms_of(page):
                target = urljoin(path, form.action).split("#")[0] if form.action else path
                if urlsplit(target).netloc:
                    continue
                address = target.split("?")[0] if form.method == "get" else target
                for pairs in form.submissions():
                    if self._is_new(form.method, address, pairs):
                        came = (depth + 1, *self._fetch(form.method, address, pairs))
                        waiting += [came] if depth + 1 < self.in_a_row else []

    def _is_new(self, method: str, path: str, pairs: list[Pair]) -> bool:
        known = (method, path, tuple(pair for pair in pairs if pair[0] != "csrfmiddlewaretoken"))
        if known in self._seen:
            return False
        self._seen.add(known)
        self.submitted += 1
        self.reached_a_turn_to_send |= method == "post" and any(name == "text" and value for name, value in pairs)
        return True

    def _fetch(self, method: str, path: str, pairs: list[Pair]) -> tuple[str, str]:
        """Return the address and content of the page that a submission leads to."""
        data: dict[str, list[str]] = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        if method == "get" and data:
            path, data = f"{path}?{urlencode(data, doseq=True)}", {}
        response = getattr(self.client, method)(path, data) if data else getattr(self.client, method)(path)
        for _ in range(MOST_REDIRECTS):
            if not 300 <= response.status_code < 400:
                break
            path = urljoin(path, response.headers["Location"])
            response = self.client.get(path)
        assert response.status_code < 500, (method, path, pairs)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return path, response.content.decode() if is_page else ""


def forms_of(page: str) -> Iterator[Form]:
    reader = FormReader()
    reader.feed(page)
    yield from reader.forms
