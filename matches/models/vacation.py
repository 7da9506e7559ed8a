"""Vacation that players took, and the days that it used up."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .match import Seat
from .vacation_pool import VacationPool


class Vacation(models.Model):
    """A time for which a player is away: their clocks are paused as far as the days of each match’s pool reach.

    One that is cut short ends at that moment, but still costs ``VacationPool.shortest`` days.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["starts_at"]
        indexes: ClassVar = [models.Index(fields=["player", "ends_at"], name="vacation_of_player")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="vacation_takes_time")
        ]

    def __str__(self) -> str:
        return f"vacation #{self.pk}"


class VacationDay(models.Model):
    """A vacation day that a clock used up at zero, in one match."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacation_days")
    pool = models.ForeignKey(VacationPool, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="vacation_days")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["player", "pool", "at"], name="vacation_day_of_player")]

    def __str__(self) -> str:
        return f"vacation day #{self.pk}"
