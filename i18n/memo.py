"""A memo for functions whose result depends only on their arguments, the language and the time zone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils import timezone, translation

from .text import catalogue_in_use

P = ParamSpec("P")
R = TypeVar("R")


def memoized(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache a function's results, at most ``most`` of them, separately for each language and time zone.

    Arguments of different types count as different: HTML-safe text is never taken for the same text that isn't safe.
    """

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
