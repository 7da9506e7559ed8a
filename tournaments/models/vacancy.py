"""Places in a division that are free for someone else, and cards for players who do not play."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from accounts.names.display_names import FORMER_PLAYER
from i18n.text import say

from .entry import Entry
from .round import Pairing


class Vacancy(models.Model):
    """A place in a division that ``player`` left at the moment ``at``; until ``until`` it is kept for someone else.

    It is closed when the place is taken (by ``taken_by``), the player is back, or the search is over.
    """

    class End(models.TextChoices):
        TAKEN = "taken", pgettext_lazy("a free place", "taken")
        BACK = "back", pgettext_lazy("a free place", "given back")
        NOBODY = "nobody", pgettext_lazy("a free place", "given up")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="vacancies")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="places_left"
    )
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    starts_anew = models.BooleanField(help_text="Whoever comes starts all matches anew; else they go on.")
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="places_taken"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=6, blank=True, choices=End)

    class Meta:
        verbose_name_plural = "vacancies"
        ordering: ClassVar = ["entry_id", "at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry"], name="one_open_vacancy_per_entry", condition=models.Q(closed_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"vacancy #{self.pk}"

    @property
    def event_id(self) -> int:
        return self.entry.event_id

    @property
    def name(self) -> str:
        """The name of the player who left."""
        return self.player.display_name if self.player else say(FORMER_PLAYER)


class PlaceOffer(models.Model):
    """An offer of a free place to one player. ``by`` is ``None`` if the season’s rule offers it."""

    class Answer(models.TextChoices):
        ACCEPTED = "accepted", pgettext_lazy("an offer", "accepted")
        DECLINED = "declined", pgettext_lazy("an offer", "declined")
        LAPSED = "lapsed", pgettext_lazy("an offer", "not answered in time")
        WITHDRAWN = "withdrawn", pgettext_lazy("an offer", "taken back")

    vacancy = models.ForeignKey(Vacancy, on_delete=models.CASCADE, related_name="offers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="places_offered"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    answer = models.CharField(max_length=9, blank=True, choices=Answer)

    class Meta:
        ordering: ClassVar = ["vacancy_id", "at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["vacancy"], name="one_open_offer_per_vacancy", condition=models.Q(answer="")
            )
        ]

    def __str__(self) -> str:
        return f"offer #{self.pk} of a place"

    @property
    def event_id(self) -> int:
        return self.vacancy.event_id


class Card(models.Model):
    """A card for a match lost on time: yellow is a warning, and red puts the player out.

    A season says how many warnings come before a red card. A card that an organiser has lifted no longer counts.
    """

    class Colour(models.TextChoices):
        YELLOW = "yellow", pgettext_lazy("a card", "yellow card")
        RED = "red", pgettext_lazy("a card", "red card")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="cards")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="cards"
    )
    pairing = models.ForeignKey(Pairing, null=True, blank=True, on_delete=models.SET_NULL, related_name="cards")
    colour = models.CharField(max_length=6, choices=Colour)
    at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    lifted_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["entry_id", "at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pairing"], name="one_card_per_match"),
        ]

    def __str__(self) -> str:
        return f"card #{self.pk}"

    @property
    def event_id(self) -> int:
        return self.entry.event_id
