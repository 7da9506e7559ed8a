"""The messages of the catalogues."""

from __future__ import annotations

from functools import cache

from i18n import catalogue
from i18n.former_words import Message


def said_in_every_language() -> set[Message]:
    return set.intersection(*(set(said_in(language)) for language in catalogue.languages()))


@cache
def said_in(language: str) -> frozenset[Message]:
    """Return every form of every message, each on its own."""
    known = catalogue.read_catalogue(language)
    return frozenset(
        Message(form, each.context) for each in known for form in ([each.id] if isinstance(each.id, str) else each.id)
    )
