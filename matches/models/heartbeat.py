"""Notes that the sweep keeps."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches.time_control import time_control

from .match import Seat


class Reminder(models.Model):
    """A reminder of a turn that a player was sent, at most one of each kind."""

    class Kind(models.TextChoices):
        FIFTH = time_control.FIFTH, "a fifth of the time is left"
        DAY = time_control.LAST_DAY, "a day is left"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reminders")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "number", "kind"], name="one_reminder_per_turn_and_kind")
        ]

    def __str__(self) -> str:
        return f"reminder #{self.pk}"


class Outage(models.Model):
    """A time in which no sweep ran, given back to every clock that was running.

    It may also have been lost when the site was brought back from a backup.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    clocks = models.PositiveIntegerField(help_text="How many clocks got the time back.")
    is_restoration = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"outage #{self.pk}"
