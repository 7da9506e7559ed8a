"""Former players of a seat that someone else took over."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from accounts.names.display_names import FORMER_PLAYER
from i18n.text import say

from .match import LogEntry, Seat


class Handover(models.Model):
    """A seat's change of player: ``player`` had it until ``line`` of the log.

    Everything that the seat did up to then, back to the previous handover, is that player's.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="handovers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="handovers"
    )
    line = models.OneToOneField(LogEntry, on_delete=models.CASCADE, related_name="handover")

    class Meta:
        ordering: ClassVar = ["line__index"]

    def __str__(self) -> str:
        return f"handover of {self.seat}"

    @property
    def name(self) -> str:
        return self.player.display_name if self.player else say(FORMER_PLAYER)
