"""A walk through help and privacy."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from fortify_site.help.topics import TOPICS
from tests.support.factories import UserFactory

from .walking import Stop, walk


@walk("help:list", "help:topic", "help:privacy")
def reading_help() -> Iterator[Stop]:
    yield Stop("help, for a visitor", reverse("help:list"))
    yield Stop("help", reverse("help:list"), UserFactory())
    for topic in TOPICS:
        yield Stop(f"help: {topic.slug}", topic.get_absolute_url())
