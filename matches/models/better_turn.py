"""Turns that the computer would have played."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from i18n.fields import SentenceField

from .match import Match

LATE: Final = timedelta(minutes=3)


class BetterTurn(models.Model):
    """The computer's turn for the position after ``at`` entries of the log of a match that is over.

    A reader has asked for it; everyone who may see the match sees it. Until it is found, ``done_at`` is ``None``; if
    the search failed, ``done_at`` is set but there is no ``text``. ``value`` is the share that the computer expects for
    the seat of that ``index`` (0 to 1).
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="better_turns", db_index=False, verbose_name=_("match")
    )
    at = models.PositiveIntegerField(_("after entry"))
    index = models.PositiveSmallIntegerField(_("seat"))
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    done_at = models.DateTimeField(_("found"), null=True, blank=True)
    text = models.CharField(_("turn"), max_length=200, blank=True)
    words = SentenceField(_("in words"), blank=True)
    value = models.FloatField(_("expected share"), null=True, blank=True)

    class Meta:
        verbose_name = _("better turn")
        verbose_name_plural = _("better turns")
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "at"], name="one_better_turn_per_position")]
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], name="better_turn_waits", condition=models.Q(done_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"better turn #{self.pk}"

    @property
    def is_late(self) -> bool:
        """Return whether nobody should wait for it at the page."""
        return self.done_at is None and self.asked_at < timezone.now() - LATE

    @property
    def has_failed(self) -> bool:
        return self.done_at is not None and not self.text
