"""Devices that receive notifications, and the notifications."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Seat


class Device(models.Model):
    """A browser that receives notifications for a player.

    ``address`` is where its push service accepts them, ``key`` and ``secret`` are what they are encrypted with, both in
    base64url (RFC 8291, 2 and 3.2).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="push_devices"
    )
    name = models.CharField(_("name"), max_length=60)
    address = models.CharField(_("address"), max_length=500, unique=True)
    key = models.CharField(_("key"), max_length=90)
    secret = models.CharField(_("secret"), max_length=30)
    made_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return f"device #{self.pk}"


class Notice(models.Model):
    """A notification to a device that it is a seat's turn, with the turn's number.

    It is written in the transaction of its cause, and composed when it is sent.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting to be sent")
        SENT = "sent", _("delivered")
        DROPPED = "dropped", _("no longer needed")
        PARKED = "parked", _("given up")

    device = models.ForeignKey(
        Device, verbose_name=_("device"), on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    seat = models.ForeignKey(Seat, verbose_name=_("seat"), on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(_("turn"))
    made_at = models.DateTimeField(_("written"), default=timezone.now)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.QUEUED)
    next_try_at = models.DateTimeField(_("due"), default=timezone.now)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    answer = models.CharField(_("answer"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["device", "seat", "number"], name="one_notice_per_device_and_turn")
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="push_due", condition=models.Q(status="queued")),
            models.Index(fields=["made_at"], name="push_by_age"),
        ]

    def __str__(self) -> str:
        return f"notification #{self.pk}"
