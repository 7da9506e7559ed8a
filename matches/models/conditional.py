"""Turns that a player has set ahead."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .match import LogEntry, Seat


class ConditionalTurns(models.Model):
    """A seat's answers to the opponent's turn of that ``number``, and to the turns after it.

    ``tree`` (``gate.ahead``) names the opponent's turns and the answers. No one else sees any of it before it is
    played. There is a row while the seat says so (``Seat.Ahead.SET``), and it is written with the match locked.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="conditional_turns")
    number = models.PositiveIntegerField(help_text="Of the opponent's turn that is waited for.")
    tree = models.JSONField()
    via = models.CharField(max_length=8, choices=LogEntry.Via)
    set_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "conditional turns"

    def __str__(self) -> str:
        return f"conditional turns of {self.seat}"
