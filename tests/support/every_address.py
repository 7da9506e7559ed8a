"""Every address of the site, with all that may stand in it in a test's database.

What stands in an address is known by the part before it: ``matches/pk``, ``turns/index``. So a new address is asked
without a word about it, as long as what is in it is known; otherwise whoever walks here hears what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.urls import URLPattern, get_resolver

PART = re.compile(r"<(?:[a-z_]+:)?([a-z_]+)>")

Known = Mapping[str, Sequence[object]]
"""What may stand in an address, by what it is and the part before it."""


class Route(NamedTuple):
    """``text`` is as in the list of addresses, ``module`` where its view is."""

    text: str
    module: str

    @property
    def parts(self) -> list[str]:
        """What stands in it: ``matches/pk``."""
        return [f"{_before(self.text[: found.start()])}/{found[1]}" for found in PART.finditer(self.text)]


def _before(text: str) -> str:
    """The part before, or what stands in it."""
    last = re.split(r"[/.]", text.rstrip("/."))[-1]
    return PART.sub(r"\1", last)


def routes(patterns: Iterable[Any] | None = None, before: str = "") -> Iterator[Route]:
    """All of the site's; those that are a regular expression are told by that alone."""
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
    """All that the route leads to. Raises ``KeyError`` for what isn't known."""
    before, is_expression, _ = route.text.partition("(")
    if is_expression or "^" in before:
        return [BY_HAND[before]]
    form = "/" + PART.sub("{}", route.text)
    return [form.format(*values) for values in product(*(known[part] for part in route.parts))]
