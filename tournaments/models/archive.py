"""Clubs that come in from another site: their archives, and the people who came with them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from i18n.fields import SentenceField

from .club import Club


class Arrival(models.Model):
    """A person who came with a club's archive and has no known account here.

    ``places`` are the ids of their rows by “model.column”; the row is deleted once they have come.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="arrivals")
    name = models.CharField(max_length=80)
    places = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["club_id", "pk"]

    def __str__(self) -> str:
        return f"arrival #{self.pk}"


class Upload(models.Model):
    """A club's archive that a player has sent, to preview it and then have it made into a club.

    A player has one at a time, for a day. ``told`` is what would be made of it (``archives.imports.club.Preview``);
    ``name`` and ``person`` were chosen when it was asked for (``archives.imports.club.ImportOptions``), and ``club`` is
    what became of it.
    """

    class Work(models.TextChoices):
        """The state of the task that imports the archive."""

        NONE = "", "not asked for"
        QUEUED = "queued", "waiting"
        RUNNING = "running", "under way"
        FAILED = "failed", "failed"
        DONE = "done", "done"

    AT_WORK: ClassVar = (Work.QUEUED, Work.RUNNING)

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="upload")
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(default=timezone.now)
    told = models.JSONField(default=dict)
    name = models.CharField(max_length=80, blank=True)
    person = models.PositiveIntegerField(null=True, blank=True)
    work = models.CharField(max_length=7, choices=Work, blank=True, default=Work.NONE)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When the work was asked for, or begun.")
    begun = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="How often a worker has begun it.")
    progress = models.PositiveSmallIntegerField(default=0, help_text="Per cent.")
    failure = SentenceField(blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"upload #{self.pk}"

    @property
    def is_at_work(self) -> bool:
        return self.work in self.AT_WORK
