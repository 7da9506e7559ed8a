"""Sums of finished matches, so that no page has to count them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Sums(models.Model):
    """The number of matches of one game by how they ended; ``Seat.counted`` says which matches are in it."""

    game_slug = models.SlugField(_("game"), max_length=32, db_index=False)
    won = models.PositiveIntegerField(_("won"), default=0)
    drawn = models.PositiveIntegerField(_("drawn"), default=0)
    lost = models.PositiveIntegerField(_("lost"), default=0)

    class Meta:
        abstract = True


class SeatTally(Sums):
    """A player's matches on the seat of that ``index`` in matches of that many ``seats``.

    In a game that is played together, they are those at one ``level``.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="seat_tallies",
        db_index=False,
        verbose_name=_("player"),
    )
    level = models.CharField(_("level"), max_length=32, blank=True, default="", db_default="")
    seats = models.PositiveSmallIntegerField(_("number of seats"))
    index = models.PositiveSmallIntegerField(_("seat"))

    class Meta:
        verbose_name = _("results on a seat")
        verbose_name_plural = _("results on seats")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game_slug", "level", "seats", "index"], name="one_tally_per_seat"
            )
        ]

    def __str__(self) -> str:
        return f"results on a seat #{self.pk}"


class PairTally(Sums):
    """Two players' matches against each other, by how they ended for the ``first``, whose account is the older one.

    Matches that they played together aren't counted.
    """

    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("opponent")
    )

    class Meta:
        verbose_name = _("results of a pair")
        verbose_name_plural = _("results of pairs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second", "game_slug"], name="one_tally_per_pair")
        ]

    def __str__(self) -> str:
        return f"results of a pair #{self.pk}"
