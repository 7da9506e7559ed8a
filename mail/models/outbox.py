"""The outbox of emails to be sent."""

from __future__ import annotations

import secrets
from datetime import datetime
from email.utils import make_msgid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


def new_message_id() -> str:
    """Return a new Message-ID with 128 random bits, for an email that is being queued (RFC 5322, 3.6.4)."""
    return make_msgid(idstring=secrets.token_hex(16), domain=settings.MAIL_DOMAIN)


class OutboxMail(models.Model):
    """An outgoing email, written in the transaction of its cause and composed when it is sent.

    ``kind`` names the email and ``context`` what it is about (ids, no secrets). An email worth sending only once has a
    ``key``. ``subject``, ``text`` and ``html`` are filled for emails that are queued in their final form (account
    emails), and emptied once sent.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting to be sent"
        SENT = "sent", "sent"
        DROPPED = "dropped", "no longer needed"
        PARKED = "parked", "given up, needs attention"
        BOUNCED = "bounced", "bounced, or its address takes no email"

    NOT_THERE = (Status.QUEUED, Status.PARKED, Status.BOUNCED)

    kind = models.CharField(max_length=32)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    to = models.EmailField(max_length=254, blank=True, help_text="Only where there is no player.")
    match = models.ForeignKey(
        "matches.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="mails", db_index=False
    )  # mail_of_thread begins with it
    context = models.JSONField(default=dict)
    key = models.CharField(max_length=100, null=True, blank=True)  # noqa: DJ001 (unique where there is one)
    subject = models.CharField(max_length=255, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    message_id = models.CharField(max_length=255, default=new_message_id)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    queued_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    waits_until = models.DateTimeField(null=True, blank=True, help_text="When its reader’s quiet hours are over.")
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lost_attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts cut short: the worker died, or the database failed."
    )
    last_error = models.TextField(blank=True)
    waits_for_server = models.BooleanField(default=False, help_text="The mail server could not be used.")
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_to = models.EmailField(
        max_length=254, blank=True, default="", db_default="", help_text="The address that it went to."
    )
    delivered_at = models.DateTimeField(
        null=True, blank=True, help_text="When its arrival was confirmed, which few servers do."
    )

    class Meta:
        verbose_name = "email"
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="mail_due", condition=models.Q(status="queued")),
            models.Index(fields=["queued_at"], name="mail_parked", condition=models.Q(status="parked")),
            models.Index(fields=["match", "user", "queued_at"], name="mail_of_thread"),
        ]
        constraints: ClassVar = [  # not unique=True, which adds a second index, for LIKE, that nothing uses
            models.UniqueConstraint(fields=["key"], name="one_mail_per_key"),
            models.UniqueConstraint(fields=["message_id"], name="one_mail_per_message_id"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} email #{self.pk}"

    @property
    def due_at(self) -> datetime:
        """The time since which the email is due: when it was queued, or when its reader wants to have it."""
        return max(self.queued_at, self.waits_until or self.queued_at)
