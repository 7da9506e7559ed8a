"""One page of a list, and the way to the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest


@dataclass(frozen=True)
class Leaf:
    """A page of a list, with the addresses of its neighbours; the rest of the query string stays as it is."""

    page: Page[Any]
    items: list[Any]
    previous_url: str
    next_url: str
    what: str

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def count(self) -> int:
        return self.page.paginator.count

    @property
    def is_all(self) -> bool:
        return self.page.paginator.num_pages == 1


def leaf(
    request: HttpRequest,
    rows: Any,
    *,
    size: int,
    key: str = "page",
    what: str = "",
    count: int | None = None,
    number: int = 1,
) -> Leaf:
    """Return the page of a list: the one given by the query string's ``key``, else this ``number``, or the nearest.

    ``rows`` is an ordered queryset or a sequence, ``what`` its plural noun; ``count`` is how many there are, if known.
    """
    paginator = Paginator(rows, size)
    if count is not None:
        paginator.count = count  # which it would else ask the database for
    page = paginator.get_page(request.GET.get(key, number))
    before = page.previous_page_number() if page.has_previous() else None
    after = page.next_page_number() if page.has_next() else None
    return Leaf(page, list(page), _address(request, key, before), _address(request, key, after), what)


def _address(request: HttpRequest, key: str, number: int | None) -> str:
    if number is None:
        return ""
    query = request.GET.copy()
    query[key] = str(number)
    return f"?{query.urlencode()}"
