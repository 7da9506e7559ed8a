"""What the sweep writes down."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from matches import clocks

from .match import Seat


class Reminder(models.Model):
    """A player was reminded of a turn: once of each kind."""

    class Kind(models.TextChoices):
        FIFTH = clocks.FIFTH, "a fifth of the time is left"
        DAY = clocks.LAST_DAY, "a day is left"

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


class Heartbeat(models.Model):
    """When the sweep last ran, where, and how far that machine's clock was from the database's, in seconds."""

    SWEEP: ClassVar = "sweep"

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    machine = models.CharField(max_length=100, blank=True)
    skew = models.FloatField(default=0.0)

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which no sweep ran, given back to every clock that was running."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    clocks = models.PositiveIntegerField(help_text="How many clocks got the time back.")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"outage #{self.pk}"
