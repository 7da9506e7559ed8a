"""What the sweep writes down."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from matches.clocks import time_control

from .match import Seat


class Reminder(models.Model):
    """A player was reminded of a turn: once of each kind."""

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


class Here(models.Func):
    """Which database this is, as no copy of it is: the server, the database and the table. "" of SQLite."""

    output_field = models.CharField()
    arity = 0
    template = "''"

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = (
            "((SELECT system_identifier FROM pg_control_system())"
            " || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())"
            " || '/' || 'matches_heartbeat'::regclass::oid)"
        )
        return self.as_sql(compiler, connection, template=template, **context)


class Heartbeat(models.Model):
    """When the sweep last ran, where, and how far that machine's clock was from the database's, in seconds. ``place``
    is the database that it ran in (``Here``).

    Likewise when the beat last gave a sign of life, or a worker of the sweeps' queue, and ``since`` when they have done
    so without a long pause.
    """

    SWEEP: ClassVar = "sweep"
    BEAT: ClassVar = "beat"
    WORKER: ClassVar = "worker"

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True, blank=True)
    machine = models.CharField(max_length=100, blank=True)
    skew = models.FloatField(default=0.0)
    place = models.CharField(max_length=60, blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which no sweep ran, or that was lost when the site was brought back from a backup, given back to every
    clock that was running."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    clocks = models.PositiveIntegerField(help_text="How many clocks got the time back.")
    is_restoration = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"outage #{self.pk}"
