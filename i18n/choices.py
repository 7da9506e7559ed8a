"""Labels of choices within stored sentences."""

from __future__ import annotations

from django.utils import translation
from django.utils.functional import Promise

from .text import Text, say


def said(words: str | Promise) -> Text:
    """Return a lazy translation, such as a choice's label, as part of a sentence that can be stored."""
    with translation.override(None):
        message = str(words)
    return say(message)
