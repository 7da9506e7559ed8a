"""Every address of the site, with every value its parts can have in a test's database.

The values for a part are found by the part before it: ``matches/pk``, ``turns/index``. So a new address is tested
automatically as long as its parts are known; otherwise the test that walks through all of them names what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.urls import URLPattern, get_resolver

PART = re.compile(r"<(?:[a-z_]+:)?([a-z_]+)>")

Known = Mapping[str, Sequence[object]]
"""The values that an address may contain, by what they are and the part before them."""


class Route(NamedTuple):
    """An address of the site: ``text`` is as in the list of addresses, ``module`` has its view."""

    text: str
    module: str

    @property
    def parts(self) -> list[str]:
        """The variable parts of the address, each named with the part before it: ``matches/pk``."""
        return [f"{_before(self.text[: found.start()])}/{found[1]}" for found in PART.finditer(self.text)]


def _before(text: str) -> str:
    """Return the last part of the text, or the name of the variable in it."""
    last = re.split(r"[/.]", text.rstrip("/."))[-1]
    return PART.sub(r"\1", last)


def routes(patterns: Iterable[Any] | None = None, before: str = "") -> Iterator[Route]:
    """Yield all routes of the site; one that is a regular expression has only that as its text."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        text = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            yield Route(text, getattr(pattern.callback, "__module__", ""))
        else:
            yield from routes(pattern.url_patterns, text)


# One address of each of those that are a regular expression, by what that begins with.
BY_HAND = {
    "^api/v1/": "/api/v1/none",
    "accounts/^password/reset/key/": "/accounts/password/reset/key/1-set/",
    "admin/^": "/admin/matches/",
    "admin/": "/admin/none/",
}


def addresses(route: Route, known: Known) -> list[str]:
    """Return all addresses of a route. Raises ``KeyError`` for parts that aren't known."""
    before, is_expression, _ = route.text.partition("(")
    if is_expression or "^" in before:
        return [BY_HAND[before]]
    form = "/" + PART.sub("{}", route.text)
    return [form.format(*values) for values in product(*(known[part] for part in route.parts))]
