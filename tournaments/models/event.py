"""An event: a tournament with all its settings."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names.search_key import SearchKeyField
from matches.models import Match, new_seed
from matches.models.match import bytes_digest

from .club import Club
from .event_settings import EventTerms


class Event(EventTerms):
    """A tournament from its setting up to its end.

    ``places`` is how many may enter; the rest wait. With ``check_in``, only players who have checked in are paired.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("an event", "being set up")
        REGISTRATION = "registration", pgettext_lazy("an event", "open for entries")
        RUNNING = "running", pgettext_lazy("an event", "running")
        FINISHED = "finished", pgettext_lazy("an event", "finished")
        CANCELLED = "cancelled", pgettext_lazy("an event", "called off")

    class Registration(models.TextChoices):
        OPEN = "open", _("open to all")
        APPROVAL = "approval", _("open to all, with an organiser’s approval")
        INVITATION = "invitation", _("by invitation")
        CLUB = "club", _("open to the members of its club")

    class LateBye(models.TextChoices):
        HALF = "H", _("half a point")
        ZERO = "Z", _("nothing")

    class Decides(models.TextChoices):
        """The tie-breakers of a drawn match of a cup, step by step: the letters of ``formats.cup.drawn_match``."""

        POINTS_FURTHER_SEED = "pfs", _("the game points of the match, then a further match, then the better seed")
        FURTHER_SEED = "fs", _("a further match, then the better seed")
        POINTS_SEED = "ps", _("the game points of the match, then the better seed")
        SEED = "s", _("the better seed")

    search_key = SearchKeyField(of="name", help_text="The words of the name as they are searched by.")
    description = models.TextField(max_length=4000, blank=True)
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.DRAFT)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="events_made"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="events", help_text="Whose event it is."
    )
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="events_organised", blank=True)

    initial_colour = models.CharField(max_length=1, blank=True, help_text="Drawn when the event begins: w or b.")

    registration = models.CharField(max_length=10, choices=Registration, default=Registration.OPEN)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    check_in = models.BooleanField(default=False)
    check_in_hours = models.PositiveSmallIntegerField(default=48, help_text="Before the start.")
    check_in_asked_at = models.DateTimeField(null=True, blank=True)
    late_until = models.PositiveSmallIntegerField(default=0, help_text="The last round in which one may still enter.")
    late_bye = models.CharField(max_length=1, choices=LateBye, default=LateBye.HALF)

    decides = models.CharField(max_length=3, choices=Decides, default=Decides.POINTS_FURTHER_SEED)
    most_further = models.PositiveSmallIntegerField(default=2, help_text="So many further matches after a drawn one.")
    third_place = models.BooleanField(default=False, help_text="Those who lose the semifinals play for third place.")
    shows_forbidden = models.BooleanField(
        default=False, db_default=False, help_text="Players see which pairs are forbidden, and why."
    )
    playoffs_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="playoffs", help_text="Whose end it is."
    )

    begun_at = models.DateTimeField(null=True, blank=True)
    server = models.CharField(
        max_length=64,
        default=new_seed,
        db_default="",
        editable=False,
        help_text="The server’s bytes for the seeds of its matches, a secret until it is over.",
    )
    begun_again = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="How often matches were called off that may begin again, then of other bytes: theirs are shown.",
    )
    given = models.JSONField(
        default=list,
        db_default=[],
        editable=False,
        help_text="Of an expedition: the contributions to its seeds, fixed when it began.",
    )
    was_draft = models.BooleanField(
        default=False, db_default=False, help_text="Called off while it was being set up: its organisers’ alone."
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["stage", "-begun_at"], name="event_by_stage"),
            models.Index(fields=["undo_until"], name="event_to_settle", condition=models.Q(undo_until__isnull=False)),
            models.Index(
                fields=["stage"], name="event_at_work", condition=models.Q(stage__in=("registration", "running"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:event", args=[self.pk])

    @property
    def server_digest(self) -> str:
        """The SHA-256 of the server's bytes, shown from the start; "" if there are none."""
        return bytes_digest(self.server)

    @property
    def shown_server(self) -> str:
        """The server's bytes once nothing more is drawn from them; "" before."""
        if self.stage not in (self.Stage.FINISHED, self.Stage.CANCELLED) or self.undo_until:
            return ""
        runs = Match.objects.filter(pairing__round__event=self, status=Match.Status.RUNNING).exists()
        return "" if runs else self.server

    @property
    def is_begun(self) -> bool:
        return self.begun_at is not None
