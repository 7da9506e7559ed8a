"""The calendar that a player's calendar programs read."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


def new_key() -> str:
    """Return a new key of 160 random bits."""
    return secrets.token_hex(20)


class CalendarFeed(models.Model):
    """A secret address at which a player's deadlines can be read.

    The key itself is kept, since its owner wants to enter the same address on the next device, too; it opens nothing
    else, and a new one can be made at any time.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed")
    key = models.CharField(max_length=40, unique=True, default=new_key)
    made_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[CalendarFeed]] = models.Manager()

    def __str__(self) -> str:
        return f"calendar of player {self.user_id}"
