"""English for files that programs read: they are the same whatever language the reader uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.utils import translation

T = TypeVar("T")


def in_english(make: Callable[[], T]) -> T:
    """Call ``make`` with English as the language."""
    with translation.override("en"):
        return make()
