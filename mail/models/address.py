"""Email addresses, with what is known about each from emails sent there."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from .outbox import OutboxMail


class MailAddress(models.Model):
    """An address to which emails didn't get through, or whose reader wants none.

    While ``undeliverable_since`` or ``complained_at`` is set, it gets only emails about an account's safety. Emails
    sent before ``good_since`` prove nothing any longer: at that time its reader showed that emails arrive, or that they
    are wanted.
    """

    address = models.EmailField(max_length=254)
    undeliverable_since = models.DateTimeField(null=True, blank=True)
    words = models.TextField(blank=True, help_text="Why, as the other mail server put it.")
    mail = models.ForeignKey(OutboxMail, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    failures = models.PositiveIntegerField(default=0, help_text="Emails that bounced since the address was last good.")
    soft_failures = models.PositiveSmallIntegerField(default=0, help_text="Recent ones with a temporary reason.")
    soft_since = models.DateTimeField(null=True, blank=True)
    complained_at = models.DateTimeField(null=True, blank=True)
    good_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "troubled address"
        verbose_name_plural = "troubled addresses"
        constraints: ClassVar = [models.UniqueConstraint(fields=["address"], name="one_row_per_mail_address")]

    def __str__(self) -> str:
        return self.address
