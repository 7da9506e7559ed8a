"""Clubs that come in from another site: what was sent, and who came with it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .club import Club


class Arrival(models.Model):
    """Somebody who came with a club's archive, and has no account here that is known to be theirs. ``places`` are the
    rows that are theirs, their ids by “model.column”; the row goes when they have come."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="arrivals")
    name = models.CharField(max_length=80)
    places = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["club_id", "pk"]

    def __str__(self) -> str:
        return f"arrival #{self.pk}"


class Upload(models.Model):
    """A club's archive that a player has sent, and looks at before it comes in: one at a time, for a day."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="upload")
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"upload #{self.pk}"
