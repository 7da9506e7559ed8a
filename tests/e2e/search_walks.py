"""A walk through the search, with what it finds and without."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from accounts.models import User
from tests.support.clubs import club_of
from tests.support.factories import EventFactory, MatchFactory, UserFactory

from .walking import Stop, walk

LONG_NAME = "Ann-Alexandra the Quite Unrelenting"


@walk("search:search")
def searching() -> Iterator[Stop]:
    ann: User = UserFactory(display_name=LONG_NAME)
    for number in range(6):
        MatchFactory(players=[ann, UserFactory(display_name=f"Anneliese {number}")])
    club_of(ann, name="Anglers and Gamblers of the Lower Riverside", about="We meet on Thursdays. " * 5)
    EventFactory(name="Annual Cup " + "of the Very Long Name " * 3)
    search = reverse("search:search")
    yield Stop("search, nothing asked", search, ann)
    yield Stop("search, too short", f"{search}?q=a", ann)
    yield Stop("search, nothing found", f"{search}?q={'Unheardof' * 8}", ann)
    yield Stop("search, something of each", f"{search}?q=an", ann)
    yield Stop("search, all players", f"{search}?q=an&in=players", ann)
    yield Stop("search, for a visitor", f"{search}?q=an")
