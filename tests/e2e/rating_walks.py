"""A walk through ratings, as those who have one and those who have none find them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.urls import reverse

from tests.support.factories import UserFactory
from tournaments.models import Rating

from .walking import Stop, walk


@walk("tournaments:ratings", "players:player")
def looking_at_ratings() -> Iterator[Stop]:
    rated, unrated = UserFactory(), UserFactory()
    for player, rating, total in ((rated, 1712.0, 31), (UserFactory(), 1503.5, 4)):
        month, glicko = date(2026, 5, 1), {"rating": rating, "deviation": 80.0, "volatility": 0.06}
        Rating.objects.create(player=player, game_slug="fortify", month=month, **glicko, games=3, total=total)
    ratings = reverse("tournaments:ratings", args=["fortify"])
    yield Stop("ratings, of one who has one", ratings, rated)
    yield Stop("ratings, of one who has none", ratings, unrated)
    yield Stop("player with a rating", reverse("players:player", args=[rated.pk]), unrated)
