"""The log of an event, acts on all its clocks, and announcements."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from i18n.fields import SentenceField

from .entry import Entry
from .event import Event


class LogLine(models.Model):
    """Something that was done, by whom (``None``: by the site), and why. Append-only.

    Players read it, but not lines about a draft or about forbidden pairs (``permissions.events.seen_log``).
    """

    class Kind(models.TextChoices):
        EVENT = "event", "event"
        ENTRY = "entry", "entry"
        PAIRING = "pairing", "pairing"
        APART = "apart", "forbidden pairs"
        ROUND = "round", "round"
        RESULT = "result", "result"
        CLOCK = "clock", "clock"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="log")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    words = SentenceField()
    reason = SentenceField(blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["event", "-at"], name="log_of_event")]

    def __str__(self) -> str:
        return f"log line #{self.pk}"


class ClockAct(models.Model):
    """An act of organisers on all clocks of an event.

    Each match does it once, in the order of their ids (``Match.clock_act``); ``group`` is the same for all divisions of
    a season.
    """

    class Kind(models.TextChoices):
        STOP = "stop", "stopped"
        START = "start", "started"
        ADD = "add", "time added"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="clock_acts")
    group = models.CharField(max_length=32)
    kind = models.CharField(max_length=5, choices=Kind)
    amount = models.DurationField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    reason = SentenceField()

    def __str__(self) -> str:
        return f"act on clocks #{self.pk}"


class Announcement(models.Model):
    """A message from the organisers to the players, by email and on the event's page."""

    class Audience(models.TextChoices):
        ALL = "all", _("all entrants")
        UNFINISHED = "unfinished", _("players with unfinished matches in this round")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    audience = models.CharField(max_length=10, choices=Audience, default=Audience.ALL)
    subject = models.CharField(max_length=120)
    text = models.TextField(max_length=4000)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["event", "-at"], name="announcement_of_event")]

    def __str__(self) -> str:
        return self.subject
