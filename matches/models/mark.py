"""Marks by which the players of a team point things out to each other on the board."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from .match import Seat


class Mark(models.Model):
    """A space that a seat has marked for the others of its team, by the game's ``ref``, with or without a few words.

    It lasts until the next turn is played: until the log, which was ``log_length`` long, has one more.
    """

    LONGEST: ClassVar = 60

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="marks", db_index=False)
    ref = models.CharField(max_length=16)
    text = models.CharField(max_length=LONGEST, blank=True)
    log_length = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "ref"], name="one_mark_per_space_and_seat")]

    def __str__(self) -> str:
        return f"mark #{self.pk}"
