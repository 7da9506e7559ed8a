"""A walk through ratings and the events of the demo, as its players find them."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from fortify_site import demo, demo_events

from .match_walks import somebody
from .walking import Stop, walk


@walk("tournaments:ratings", "matches:player", "home", "tournaments:list", "tournaments:event", "tournaments:table")
def looking_at_the_demos_events() -> Iterator[Stop]:
    demo.create_demo()
    _, swiss, cup = demo_events.create_events()
    ann, dev = somebody("Ann"), somebody("Dev")
    ratings = reverse("tournaments:ratings", args=["fortify"])
    yield Stop("ratings, of one who has one", ratings, ann)
    yield Stop("ratings, of one who has none", ratings, somebody(demo.HOST))
    yield Stop("player with a rating", reverse("matches:player", args=[ann.pk]), dev)
    yield Stop("home, with events", "/", ann)
    yield Stop("the demo's events", reverse("tournaments:list"), dev)
    yield Stop("an event one organises", cup.get_absolute_url(), ann)
    yield Stop("an event one plays in", swiss.get_absolute_url(), dev)
    yield Stop("the table of one that runs", reverse("tournaments:table", args=[swiss.pk]), dev)
