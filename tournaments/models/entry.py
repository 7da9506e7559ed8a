"""A player in an event."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names.display_names import FORMER_PLAYER
from i18n.fields import SentenceField
from i18n.text import say

from .event import Event


class Entry(models.Model):
    """A player's entry in an event.

    ``number`` is the pairing number, given when the event begins and again when someone enters late. ``name`` is kept
    for players from elsewhere, who have no account, and for the tables of old events; for someone invited by email it
    is the address that was typed, which organisers see until the invitation is accepted. ``seed`` is the place in the
    organiser's own order. A withdrawn player is no longer paired from round ``gone_from`` on; players who return, or
    who enter late, are paired from ``back_from`` on.
    """

    class Status(models.TextChoices):
        INVITED = "invited", pgettext_lazy("a player", "invited")
        APPLIED = "applied", pgettext_lazy("a player", "waiting for approval")
        WAITING = "waiting", pgettext_lazy("a player", "on the waiting list")
        ENTERED = "entered", pgettext_lazy("a player", "entered")
        WITHDRAWN = "withdrawn", pgettext_lazy("a player", "withdrawn")
        REFUSED = "refused", pgettext_lazy("a player", "not accepted")

    LEFT: ClassVar[frozenset[Status]] = frozenset((Status.WITHDRAWN, Status.REFUSED))

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    name = models.CharField(max_length=80, blank=True)
    called = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="What the organisers call somebody who was invited by mail, until they say it themselves.",
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.ENTERED)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.PositiveSmallIntegerField(default=0, help_text="What it was seeded by.")
    contribution = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="What the player gives to the seeds of their matches.",
    )
    team = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="The name of the team that the player leads.",
    )
    captain = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mates",
        help_text="Who leads the team that the player is in; empty for those who do, and who play alone.",
    )
    entered_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    back_from = models.PositiveSmallIntegerField(default=1)
    gone_from = models.PositiveSmallIntegerField(null=True, blank=True)
    is_accelerated = models.BooleanField(default=False, help_text="In the group that gets virtual points.")
    is_no_show = models.BooleanField(default=False)
    is_open = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The player has left, and the matches wait for another in their place.",
    )
    before = SentenceField(blank=True, help_text="Who had the place before, where somebody has taken it over.")
    left_words = SentenceField(
        blank=True, help_text="Of a player who left a round robin: why their matches count as they do."
    )

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="one_entry_per_player"),
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_per_number"),
        ]
        indexes: ClassVar = [models.Index(fields=["event", "status", "entered_at"], name="entry_by_status")]

    def __str__(self) -> str:
        return f"entry #{self.pk}"

    @property
    def shown_name(self) -> str:
        return self.player.display_name if self.player else self.name or say(FORMER_PLAYER)

    @property
    def members(self) -> list[Entry]:
        """The members of the player's team, the player first; a player alone is a team of one."""
        mates = (mate for mate in self.mates.all() if mate.status == self.Status.ENTERED)
        return [self, *sorted(mates, key=lambda mate: mate.pk)]

    @property
    def team_name(self) -> str:
        """The name of the team that the player leads, else the player's own."""
        return self.team or self.shown_name

    @property
    def own_team(self) -> str:
        """The name of the team that the player leads or has joined; "" for a player alone."""
        captain = self.captain or self
        return captain.team_name if self.captain or self.team or len(self.members) > 1 else ""

    @property
    def name_in_table(self) -> str:
        """The player's name, after the previous player's if the place was taken over: “Ann, then Ben”."""
        if not self.before:
            return self.shown_name
        return say("%(before)s, then %(name)s", before=self.before, name=self.shown_name)

    @property
    def name_for_organisers(self) -> str:
        """The name that organisers see; for a person invited by email, until they come, the address that was typed."""
        if "@" not in self.name:
            return self.shown_name
        return f"{self.called} ({self.name})" if self.called else self.name


def with_teams(entries: models.QuerySet[Entry], event: Event) -> models.QuerySet[Entry]:
    """Prefetch what ``own_team`` needs, in one query, if players form teams."""
    return entries.select_related("captain__player").prefetch_related("mates") if event.rules.forms_teams else entries


def with_members(entries: models.QuerySet[Entry]) -> models.QuerySet[Entry]:
    """Prefetch what ``members`` of captains needs, in one query."""
    return entries.prefetch_related(models.Prefetch("mates", Entry.objects.select_related("player")))


class Absence(models.Model):
    """A round that a player will miss, announced beforehand; ``bye`` is TRF's letter for what it brings.

    One that an organiser gave ``in_draft`` is shown only to organisers until that round is published.
    """

    class Bye(models.TextChoices):
        FULL = "F", _("a full point")
        HALF = "H", _("half a point")
        ZERO = "Z", _("nothing")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    bye = models.CharField(max_length=1, choices=Bye, default=Bye.ZERO)
    in_draft = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_absence_per_round")
        ]

    def __str__(self) -> str:
        return f"absence #{self.pk}"

    def is_told(self, coming: int) -> bool:
        """Return whether players may see the absence while ``coming`` is the first round that isn't published."""
        return not self.in_draft or self.round_number < coming
