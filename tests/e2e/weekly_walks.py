"""A walk through weekly forests, and the results that they bring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse

from tests.support.factories import UserFactory
from tests.support.weekly import begin, end
from timekeeping import clock
from tournaments.models import WeeklyForest
from tournaments.weekly import weeks

from .walking import Stop, walk


@walk("weekly:current", "weekly:forest", "players:player")
def playing_the_weekly_forest() -> Iterator[Stop]:
    current = reverse("weekly:current")
    yield Stop("weekly forest, none yet", current)
    weeks.fix_coming(clock.now())
    this = WeeklyForest.objects.get(begins_on=weeks.monday_of(clock.now()))
    yield Stop("weekly forest, not played yet", current)
    player, others = UserFactory(), [UserFactory() for _ in range(3)]
    for place, other in enumerate([*others, player]):
        end(begin(this, other), place, 0, 0, 3)
    begin(this, player, "hard")
    end(begin(this, others[0], "hard"))
    yield Stop("weekly forest, one played and one under way", f"{current}?game=fairytale&level=easy", player)
    last = WeeklyForest.objects.create(begins_on=this.begins_on - timedelta(weeks=1), closed_at=clock.now())
    this.attempts.filter(level="easy").update(forest=last)
    yield Stop("weekly forest, after another", current)
    yield Stop("weekly forest of a past week", last.get_absolute_url(), player)
    yield Stop("player with results by level", reverse("players:player", args=[player.pk]), others[0])
