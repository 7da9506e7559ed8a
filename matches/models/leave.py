"""What a player took of the days of leave."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .leave_pool import LeavePool
from .match import Seat


class Leave(models.Model):
    """A time for which a player is away: their clocks are paused as far as each match's pool of leave days reaches.

    One that is cut short ends when it was, and still costs ``LeavePool.shortest`` days.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leaves")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["starts_at"]
        indexes: ClassVar = [models.Index(fields=["player", "ends_at"], name="leave_of_player")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="leave_takes_time")
        ]

    def __str__(self) -> str:
        return f"leave #{self.pk}"


class LeaveDay(models.Model):
    """A day of leave that a clock used up at zero, in one match."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leave_days")
    pool = models.ForeignKey(LeavePool, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="leave_days")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["player", "pool", "at"], name="leave_day_of_player")]

    def __str__(self) -> str:
        return f"leave day #{self.pk}"
