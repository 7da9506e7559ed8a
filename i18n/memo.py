"""A memo for what follows from its arguments, the language and the time zone in use alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils import timezone, translation

from .text import catalogue_in_use

P = ParamSpec("P")
R = TypeVar("R")


def memoized(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what the function returned, ``most`` of it, for each language and time zone apart. Arguments of other types
    are others, too: text that is safe in a page is never taken for the same text that is not."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most, typed=True)
        def find(_language: object, _zone: object, _catalogue: object, *args: Any, **named: Any) -> R:
            return function(*args, **named)

        @wraps(function)
        def run(*args: P.args, **named: P.kwargs) -> R:
            zone = timezone.get_current_timezone()
            return find(translation.get_language(), zone, catalogue_in_use(), *args, **named)  # type: ignore[arg-type]  # hashable

        return run

    return decorate
