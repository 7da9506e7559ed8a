"""Labels of choices, within sentences that are stored."""

from __future__ import annotations

from django.utils import translation
from django.utils.functional import Promise

from .text import Text, say


def said(words: str | Promise) -> Text:
    """A lazy translation, such as the label of a choice, as part of a sentence that can be said again."""
    with translation.override(None):
        message = str(words)
    return say(message)
