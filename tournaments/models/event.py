"""An event: a tournament, and all that it fixes."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.game import Game, game
from matches.models import TimeControl
from tournaments.history import Scoring

from .club import Club


class Event(TimeControl):
    """A tournament from its setting up to its end.

    ``rounds`` is how many a Swiss has; a round robin's follow from its entries. ``places`` is how many may enter, the
    rest wait. ``half_byes`` is for how many absences a player gets half a point, never in the last round. Nobody is
    paired while ``check_in`` asks for it and they have not.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("an event", "being set up")
        REGISTRATION = "registration", pgettext_lazy("an event", "open for entries")
        RUNNING = "running", pgettext_lazy("an event", "running")
        FINISHED = "finished", pgettext_lazy("an event", "finished")
        CANCELLED = "cancelled", pgettext_lazy("an event", "called off")

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")

    class Points(models.TextChoices):
        ONE = "1", _("1 for a win, ½ for a draw")
        THREE = "3", _("3 for a win, 1 for a draw")

    class Registration(models.TextChoices):
        OPEN = "open", _("open to all")
        APPROVAL = "approval", _("open to all whom an organiser approves")
        INVITATION = "invitation", _("by invitation")

    class Start(models.TextChoices):
        DONE = "done", _("when the round before is done")
        DATE = "date", _("at its date")

    class Unfinished(models.TextChoices):
        WAIT = "wait", _("the round waits for them")
        EXTEND = "extend", _("they get more time once, then an organiser settles them")
        SETTLE = "settle", _("an organiser settles each from the board")

    class Seeding(models.TextChoices):
        RATING = "rating", _("by rating")
        OWN = "own", _("in an order of the organiser’s own")

    class LateBye(models.TextChoices):
        HALF = "H", _("half a point")
        ZERO = "Z", _("nothing")

    class Leaver(models.TextChoices):
        """``tournaments.pairing.withdrawal.Policy``."""

        HALF = "half", _("annulled before half of their matches are done, else the rest are forfeited")
        FORFEIT = "forfeit", _("the rest are forfeited")
        ANNUL = "annul", _("all their matches are annulled")

    name = models.CharField(max_length=80)
    description = models.TextField(max_length=4000, blank=True)
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.DRAFT)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="events_made"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="events", help_text="Whose event it is."
    )
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="events_organised", blank=True)
    is_public = models.BooleanField(default=True, help_text="Whoever is not logged in sees it, too.")

    game_slug = models.SlugField(max_length=32)
    options = models.JSONField(default=dict)
    draws = models.BooleanField(default=True, help_text="Players may agree a draw.")
    rated = models.BooleanField(default=True)

    format = models.CharField(max_length=12, choices=Format, default=Format.SWISS)
    rounds = models.PositiveSmallIntegerField(default=5)
    cycles = models.PositiveSmallIntegerField(default=1)
    accelerated = models.BooleanField(default=False, help_text="Baku acceleration (FIDE C.04.7).")
    points = models.CharField(max_length=1, choices=Points, default=Points.ONE)
    tie_breaks = models.JSONField(default=list)
    most_difference = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="At most so much of a match’s difference in volley points counts."
    )
    seeding = models.CharField(max_length=6, choices=Seeding, default=Seeding.RATING)
    initial_colour = models.CharField(max_length=1, blank=True, help_text="Drawn when the event begins: w or b.")

    registration = models.CharField(max_length=10, choices=Registration, default=Registration.OPEN)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True, help_text="When registration closes by itself.")
    check_in = models.BooleanField(default=False)
    check_in_hours = models.PositiveSmallIntegerField(default=48, help_text="Before the start.")
    check_in_asked_at = models.DateTimeField(null=True, blank=True)
    late_until = models.PositiveSmallIntegerField(default=0, help_text="The last round in which one may still enter.")
    late_bye = models.CharField(max_length=1, choices=LateBye, default=LateBye.HALF)
    half_byes = models.PositiveSmallIntegerField(default=1)

    starts_at = models.DateTimeField(null=True, blank=True, help_text="Empty: when an organiser begins it.")
    round_start = models.CharField(max_length=4, choices=Start, default=Start.DONE)
    round_days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="After so many days a round ends, or what is unfinished is dealt with."
    )
    unfinished = models.CharField(max_length=6, choices=Unfinished, default=Unfinished.WAIT)
    extension_days = models.PositiveSmallIntegerField(default=7)
    publishes_itself = models.BooleanField(
        default=True, help_text="A round is published as it was paired, without an organiser."
    )
    withdraws_no_shows = models.BooleanField(default=True)
    leaver = models.CharField(max_length=7, choices=Leaver, default=Leaver.HALF)

    made_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now, help_text="When anything that its pages show last changed.")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["stage", "-begun_at"], name="event_by_stage"),
            models.Index(
                fields=["stage"], name="event_at_work", condition=models.Q(stage__in=("registration", "running"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:event", args=[self.pk])

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def is_swiss(self) -> bool:
        return self.format == self.Format.SWISS

    @property
    def is_begun(self) -> bool:
        return self.begun_at is not None

    @property
    def scoring(self) -> Scoring:
        return Scoring(Fraction(3), Fraction(1)) if self.points == self.Points.THREE else Scoring()
