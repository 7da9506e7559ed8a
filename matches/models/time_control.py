"""The terms of time that matches and challenges share."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.db import models

from engine.game import Game
from matches.time_control import time_control

from .vacation_pool import VacationPool


class TimeControl(models.Model):
    """Start bank, increment per turn and cap, when clocks are paused, and what happens at zero.

    A fixed time per turn has the first three equal. Without ``vacation_pool`` no vacation pauses it. ``baton``: in a
    game that has a baton, it is passed while vacation pauses a clock.
    """

    class AtZero(models.TextChoices):
        # The values are those of archives of clubs, too, and stay as they are.
        LOSE = "lose", "the match is lost"
        VACATION = "leave", "vacation days are used up first"
        PASS = "pass", "the player is passed first"

    clock_start = models.DurationField(default=timedelta(days=3))
    clock_increment = models.DurationField(default=timedelta(days=3))
    clock_cap = models.DurationField(default=timedelta(days=3))
    weekends = models.BooleanField(default=False, help_text="Clocks are paused on Saturdays and Sundays.")
    nights = models.BooleanField(default=False, help_text="Clocks are paused in the nine hours each player chose.")
    at_zero = models.CharField(max_length=5, choices=AtZero, default=AtZero.LOSE)
    passes = models.PositiveSmallIntegerField(default=0, help_text="How often a player is passed before losing.")
    vacation_pool = models.ForeignKey(VacationPool, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    baton = models.BooleanField(
        default=False, db_default=False, help_text="The turn of a player on vacation passes to the next one."
    )

    class Meta:
        abstract = True

    @property
    def game(self) -> Game:
        """The game that is played on these terms."""
        raise NotImplementedError

    @property
    def control(self) -> time_control.TimeControl:
        return time_control.TimeControl(
            self.clock_start,
            self.clock_increment,
            self.clock_cap,
            self.weekends,
            self.nights,
            cast("time_control.AtZero", self.at_zero),
            self.passes,
        )
