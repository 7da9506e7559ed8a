"""Players' private notes about their matches."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .match import Match


class PrivateNote(models.Model):
    """A note shown to its ``writer`` alone: in no email, record or archive, and on no page of the host's.

    It is deleted with the writer's account, and doesn't pass on with the seat when another player takes that over.
    """

    LONGEST: ClassVar = 4000

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="private_notes", db_index=False, verbose_name=_("match")
    )
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="private_notes", verbose_name=_("player")
    )
    text = models.TextField(_("private notes"), max_length=LONGEST)
    written_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "writer"], name="one_note_per_writer")]

    def __str__(self) -> str:
        return f"private note #{self.pk}"
