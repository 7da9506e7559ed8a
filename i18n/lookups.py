"""Messages looked up once in each language.

Django asks every catalogue that has something to say in a language, one after the other: for English, which needs no
catalogue, all of them in vain, a hundred times for a page. A catalogue never changes while a process runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.utils.translation import trans_real

MOST: Final = 2**14  # there are some 7,000 messages


def keep_lookups(languages: Iterable[str]) -> None:
    """Have each of these languages keep what its catalogues said of a message."""
    for language in languages:
        found = trans_real.translation(language)
        found.gettext = lru_cache(MOST)(found.gettext)  # type: ignore[method-assign]  # of this one alone
