"""Messages looked up once in each language, and the language itself quickly.

Django asks every catalogue that has something to say in a language, one after the other: for English, which needs no
catalogue, all of them in vain, a hundred times for a page. A catalogue never changes while a process runs.

It keeps the language and the time zone in use in a way that coroutines understand. A page asks for them hundreds of
times, and everything here runs in threads.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.utils import timezone
from django.utils.translation import trans_real

MOST: Final = 2**14  # there are some 7,000 messages


def keep_lookups(languages: Iterable[str]) -> None:
    """Have each of these languages keep what its catalogues said of a message."""
    for language in languages:
        found = trans_real.translation(language)
        found.gettext = lru_cache(MOST)(found.gettext)  # type: ignore[method-assign]  # of this one alone


def keep_choices_by_thread() -> None:
    """Have each thread keep its language and time zone as threads do."""
    for module in (trans_real, timezone):
        vars(module)["_active"] = threading.local()
