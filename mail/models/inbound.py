"""Incoming emails, and counts of those that were rejected."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class InboundMail(models.Model):
    """An email that came in for one of our addresses: stored first, read later.

    A large one is stored without pictures and attachments, one that is too large only as its headers.

    An email to two reply addresses is two rows. ``key`` tells the same email from others, and ``digest`` is of its
    body. Only ``arrived_at`` counts for deadlines. ``token_hash`` is of the token in the address; for a reply it says
    to which link the address belongs.
    """

    class Via(models.TextChoices):
        SMTP = "smtp", "mail server"
        WEBHOOK = "webhook", "provider"
        IMAP = "imap", "mailbox"

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting to be read"
        DONE = "done", "done"
        IGNORED = "ignored", "ignored"
        SET_ASIDE = "set_aside", "set aside, needs attention"

    raw = models.BinaryField()
    is_head_only = models.BooleanField(
        default=False, db_default=False, help_text="Whether it was too large, and only its headers are kept."
    )
    via = models.CharField(max_length=8, choices=Via)
    sender = models.CharField(max_length=320, blank=True, help_text="Of the envelope; empty for a delivery report.")
    recipients = models.JSONField(default=list, help_text="Of the envelope.")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    token_hash = models.CharField(max_length=64, blank=True)
    arrived_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    next_try_at = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lost_attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts cut short: the worker died, or the database failed."
    )
    last_error = models.TextField(blank=True)
    outcome = models.CharField(max_length=40, blank=True)
    words = models.CharField(max_length=500, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="inbound_mails"
    )
    match = models.ForeignKey(
        "matches.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="inbound_mails"
    )
    processed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "inbound email"
        verbose_name_plural = "inbound emails"
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="one_inbound_mail_per_key")]
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="inbound_due", condition=models.Q(status="waiting")),
            models.Index(fields=["token_hash"], name="inbound_of_token", condition=models.Q(status="waiting")),
            models.Index(fields=["arrived_at"], name="inbound_set_aside", condition=models.Q(status="set_aside")),
            models.Index(fields=["arrived_at"], name="inbound_by_arrival"),
            models.Index(fields=["token_hash", "arrived_at"], name="inbound_to_address"),
            models.Index(fields=["sender", "arrived_at"], name="inbound_from_sender"),
        ]

    def __str__(self) -> str:
        return f"inbound email #{self.pk}"


class RefusedMail(models.Model):
    """The number of emails rejected in an hour, by way in and reason, and who brought the last of them.

    Nothing else of them is stored.
    """

    class Why(models.TextChoices):
        UNKNOWN = "unknown", "unknown address"
        TOO_MANY = "too_many", "too many"
        UNREADABLE = "unreadable", "unreadable"

    hour = models.DateTimeField()
    via = models.CharField(max_length=8, choices=InboundMail.Via)
    why = models.CharField(max_length=10, choices=Why)
    number = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(default=timezone.now)
    sender = models.CharField(max_length=320, blank=True)
    peer = models.CharField(max_length=64, blank=True, help_text="The machine that brought the last one, if known.")

    class Meta:
        verbose_name = "count of refused emails"
        verbose_name_plural = "counts of refused emails"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hour", "via", "why"], name="one_count_per_hour_way_and_reason")
        ]

    def __str__(self) -> str:
        return f"refused emails #{self.pk}"
