"""Players' last answers when they were asked for more than a turn."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LastAnswer(models.Model):
    """A player's last answer to a decision of that kind (``engine.values.Decision``), to suggest in the next match.

    It may be secret in the match it was given in, so it is for its player's eyes alone.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="last_answers")
    game_slug = models.CharField(_("game"), max_length=32)
    kind = models.CharField(max_length=32)
    text = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("last answer")
        verbose_name_plural = _("last answers")
        constraints = (models.UniqueConstraint(fields=("player", "game_slug", "kind"), name="one_last_answer"),)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game_slug}, {self.kind}"
