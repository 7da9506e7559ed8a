"""Weekly forests, and those who play them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from engine.game import Game
from engine.games import game
from matches.models import Match, new_seed
from matches.models.match import bytes_digest

WEEK = timedelta(days=7)


class WeeklyForest(models.Model):
    """The forests of the week that begins on that Monday, by UTC.

    Everyone who plays alone at a level of a game gets the same seed. All seeds are made of ``server``, which is secret
    until the forest is closed: the week is over and its last match has ended.
    """

    begins_on = models.DateField(unique=True)
    server = models.CharField(max_length=64, default=new_seed, editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["begins_on"], name="forest_open", condition=models.Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"forest of {self.begins_on}"

    def get_absolute_url(self) -> str:
        return reverse("weekly:forest", args=[self.begins_on.isoformat()])

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.begins_on, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        return self.begins_at + WEEK

    @property
    def server_digest(self) -> str:
        """The SHA-256 of the server's bytes, shown from the start."""
        return bytes_digest(self.server)

    @property
    def shown_server(self) -> str:
        """The server's bytes once everyone may know them; "" before."""
        return self.server if self.closed_at else ""

    def seed_label(self, game_slug: str, level: str) -> str:
        """Return the label from which the seed of one level is drawn: “weekly/2026/48/fairytale/easy”."""
        year, week, _ = self.begins_on.isocalendar()
        return "/".join(["weekly", str(year), str(week), game_slug, *([level] if level else [])])


class WeeklyAttempt(models.Model):
    """A player's one match in a forest at one level of a game.

    ``measured`` is what they have reached, once the match is decided; empty if it doesn't count. ``rank_key`` sorts as
    the standings do (``competition.tables.teams.rank_key``). If a player has several, since they played as a guest
    first, the first ``counts``.
    """

    forest = models.ForeignKey(WeeklyForest, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    game_slug = models.SlugField(max_length=32, db_index=False)
    level = models.CharField(max_length=32, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="weekly_attempts"
    )
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="weekly_attempt")
    measured = models.JSONField(null=True, blank=True)
    rank_key = models.CharField(max_length=120, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    counts = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["forest", "game_slug", "level", "player"],
                name="one_attempt_per_level",
                condition=models.Q(counts=True),
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["forest", "game_slug", "level", "rank_key"], name="attempt_by_rank"),
            models.Index(fields=["forest"], name="attempt_open", condition=models.Q(decided_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"attempt #{self.pk}"

    @property
    def game(self) -> Game:
        return game(self.game_slug)
