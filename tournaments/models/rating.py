"""Ratings, month by month."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Rating(models.Model):
    """A player's rating in a game at the end of a month in which they played it (Glicko-2).

    ``month`` is its first day.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game_slug = models.SlugField(max_length=32)
    month = models.DateField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField(help_text="In this month.")
    total = models.PositiveIntegerField(help_text="So far.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "game_slug", "month"], name="one_rating_per_month")
        ]
        indexes: ClassVar = [models.Index(fields=["game_slug", "month"], name="rating_of_month")]

    def __str__(self) -> str:
        return f"rating #{self.pk}"


class RatedMonth(models.Model):
    """A month of a game that has been rated, and a ``digest`` of the results it was rated by.

    If those change, it is rated again.
    """

    game_slug = models.SlugField(max_length=32)
    month = models.DateField()
    games = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    rated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game_slug", "month"], name="one_rated_month_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_slug}, {self.month:%Y-%m}"
