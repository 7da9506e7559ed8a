"""A second language for tests, which shows in whose language something was said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import translation

from i18n import text

OTHER = "en-us"
"""A language in which every sentence of ``i18n.text`` is in brackets, and each sentence within it in brackets of its
own."""


@contextmanager
def in_brackets() -> Iterator[None]:
    def one(message: str) -> str:
        return f"«{message}»" if translation.get_language() == OTHER else message

    def many(one_: str, many_: str, number: int) -> str:
        return one(one_ if number == 1 else many_)

    text.set_catalogue(one, many)
    try:
        yield
    finally:
        text.set_catalogue(translation.gettext, translation.ngettext)
