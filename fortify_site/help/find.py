"""The search in the help pages."""

from __future__ import annotations

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.names.search_key import search_words
from i18n.memo import memoized

from .figures import figures
from .topics import BY_SLUG, TOPICS, Topic

WHOLE_WORDS_BELOW = 3  # letters; shorter words begin too many others


def found(words: Sequence[str]) -> list[Topic]:
    """Return the topics that are called so, then those whose text has each of these words."""
    if not words:
        return []
    with timezone.override(None):  # in which no text differs
        every = [topic for topic in TOPICS if is_called(topic, words) or _words_of(topic.slug).issuperset(words)]
    return sorted(every, key=lambda topic: not is_called(topic, words))


def is_called(topic: Topic, words: Sequence[str]) -> bool:
    """Return whether these words, or their beginnings, are in the title or in what people call it otherwise."""
    called = search_words(f"{topic.title} {topic.also}")
    return all(any(_begins(each, word) for each in called) for word in words)


def _begins(word: str, typed: str) -> bool:
    return word == typed or (len(typed) >= WHOLE_WORDS_BELOW and word.startswith(typed))


@memoized(len(TOPICS) * 8)
def _words_of(slug: str) -> frozenset[str]:
    """Return the words of a page in the active language. Those of numbers are as the site began."""
    topic = next(each for each in TOPICS if each.slug == slug)
    text = strip_tags(render_to_string(topic.template, figures())) if slug in BY_SLUG else ""
    return frozenset(search_words(f"{topic.title} {topic.also} {topic.answers} {text}"))
