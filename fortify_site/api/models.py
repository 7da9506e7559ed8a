"""Players' tokens, and webhooks of events and clubs."""

from __future__ import annotations

import base64
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from i18n.text import translate
from tournaments.models import Club, Event


class Token(models.Model):
    """A token, which a player's program shows in place of a password.

    Only its SHA-256 is stored: with 256 random bits nothing slower is needed. ``hint`` is how it begins, to tell it
    from others.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read only")
        PLAY = "play", _("read and play")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    hint = models.CharField(max_length=12)
    scope = models.CharField(max_length=4, choices=Scope, default=Scope.READ)
    made_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To within an hour.")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["digest"], name="one_token_per_digest")]

    def __str__(self) -> str:
        return f"token #{self.pk}"


def new_secret() -> str:
    """Return a new signing secret, written as Standard Webhooks does."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


class Webhook(models.Model):
    """An address that is told what happens in an event, or in everything of a club.

    ``secret`` signs what is sent there. ``failing_since`` is the first failure after the last success, and
    ``warned_at`` when its owner was told of that. ``off_at`` is when it was switched off, and ``off_words`` why, if the
    site did it.
    """

    class Format(models.TextChoices):
        OWN = "own", _("Signed JSON, for a program")
        SLACK = "slack", "Slack"
        DISCORD = "discord", "Discord"
        MATTERMOST = "mattermost", "Mattermost"

    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=120, default=new_secret)
    kinds = models.JSONField(default=list)
    format = models.CharField(max_length=12, choices=Format, default=Format.OWN, db_default=Format.OWN)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="webhooks_made"
    )
    made_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_words = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(event=None, club__isnull=False) | models.Q(event__isnull=False, club=None),
                name="webhook_of_event_or_club",
            )
        ]

    def __str__(self) -> str:
        return f"webhook #{self.pk}"

    @property
    def off_reason(self) -> str:
        """The reason why the site switched it off, in the active language and today's words; "" if it didn't."""
        return translate(["say", self.off_words, {}]) if self.off_words else ""

    @property
    def owner(self) -> Event | Club:
        """The event or club that the webhook belongs to."""
        owner = self.event or self.club
        assert owner is not None
        return owner


def new_delivery_key() -> str:
    return "msg_" + secrets.token_hex(16)


class Delivery(models.Model):
    """A piece of news for a webhook, written in the transaction of its cause and composed when it is sent.

    ``key`` stays the same in every attempt, so that a receiver recognises repeats. ``context`` has only ids: names are
    looked up when it is sent, and nothing personal is stored here.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting to be sent")
        SENT = "sent", _("delivered")
        DROPPED = "dropped", _("no longer needed")
        PARKED = "parked", _("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    kind = models.CharField(max_length=24)
    context = models.JSONField(default=dict)
    key = models.CharField(max_length=40, default=new_delivery_key)
    made_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    next_try_at = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True, help_text="What the last attempt met with.")

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="one_delivery_per_key")]
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="delivery_due", condition=models.Q(status="queued")),
            models.Index(fields=["webhook", "-made_at"], name="delivery_of_webhook"),
            models.Index(fields=["ended_at"], name="delivery_parked", condition=models.Q(status="parked")),
        ]

    def __str__(self) -> str:
        return f"delivery #{self.pk}"
