"""Players who wait in the lobby."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from engine.game import Game
from engine.games import game
from i18n.text import Text, joined
from matches.time_control.presets import PRESETS

from .match import Match, bytes_digest, new_seed


class Seek(models.Model):
    """The wish of a player who waits in the lobby.

    It is for a game for that many ``seats``, at one of ``paces`` (keys of ``presets.PRESETS``, each between two bars),
    with players rated from ``least`` to ``most``; ``rating`` is their own.

    One that led to a ``match`` is kept until it expires, so that the same wish sent twice leads to that match.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    game_slug = models.SlugField(max_length=32, db_index=False)
    seats = models.PositiveSmallIntegerField(default=2)
    paces = models.CharField(max_length=120)
    rating = models.IntegerField()
    least = models.IntegerField(null=True, blank=True)
    most = models.IntegerField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    server = models.CharField(
        max_length=64, default=new_seed, db_default="", editable=False, help_text="The server’s bytes for the seed."
    )
    contribution = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="What the player gives to the seed.",
    )
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="seeks")
    paired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game_slug"], name="one_seek_per_game", condition=models.Q(match__isnull=True)
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game_slug", "made_at"], name="seek_waiting", condition=models.Q(match__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"seek #{self.pk}"

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def pace_keys(self) -> list[str]:
        return [key for key in PRESETS if f"|{key}|" in self.paces]

    @property
    def server_digest(self) -> str:
        """The SHA-256 of the server's bytes, shown before anyone accepts, as for a challenge."""
        return bytes_digest(self.server)

    @property
    def paces_words(self) -> Text:
        """The time controls in words: “1 day a turn / 3 days a turn”."""
        return joined([PRESETS[key].words for key in self.pace_keys], " / ")

    @staticmethod
    def join_paces(keys: list[str]) -> str:
        return f"|{'|'.join(keys)}|"
