"""Leagues of a club: their seasons, the divisions of a season, and who plays in it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names.display_names import FORMER_PLAYER
from competition.divisions import line_up
from engine.chance import derive_bytes
from i18n.fields import SentenceField
from i18n.text import say
from matches.models import Match
from matches.models.match import bytes_digest, new_seed

from .club import Club
from .event import Event
from .event_settings import EventTerms


class League(models.Model):
    """A league of a club: what continues from season to season."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    about = models.TextField(max_length=4000, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "slug"], name="one_league_per_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:league", args=[self.club.slug, self.slug])


class Season(EventTerms):
    """A season of a league: what its divisions share.

    ``up`` and ``down`` are how many are promoted from and relegated from each division; ``keeps`` is for how many
    missed seasons a player keeps their division.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("a season", "being set up")
        REGISTRATION = "registration", pgettext_lazy("a season", "open for registration")
        RUNNING = "running", pgettext_lazy("a season", "under way")
        FINISHED = "finished", pgettext_lazy("a season", "finished")
        CANCELLED = "cancelled", pgettext_lazy("a season", "called off")

    class Vacancies(models.TextChoices):
        """The ways to fill free places in divisions: ``competition.divisions.line_up.Vacancies``."""

        NEXT_BEST = line_up.Vacancies.NEXT_BEST.value, _("the next best of the division below")
        SPARE = line_up.Vacancies.SPARE.value, _("the best of those due to be relegated")
        OPEN = line_up.Vacancies.OPEN.value, _("no one: it stays open")

    class Newcomers(models.TextChoices):
        """The places where newcomers begin: ``competition.divisions.line_up.Newcomers``."""

        BOTTOM = line_up.Newcomers.BOTTOM.value, _("in the last division")
        RATING = line_up.Newcomers.RATING.value, _("by their rating, where there is a free place")

    class AtEnd(models.TextChoices):
        """The ways to treat matches that are unfinished at the season's end."""

        SETTLE = "settle", _("the player with more points wins; equal points are a draw")
        EXTEND = "extend", _("they get more time")
        DRAW = "draw", _("they are draws")
        ANNUL = "annul", _("they count for neither")

    class Replacements(models.TextChoices):
        """The ways in which another player plays on in place of one who leaves."""

        TAKE_OVER = "take_over", _("a replacement takes over their matches, with the clock")
        ANEW = "anew", _("a replacement starts again against everyone")
        NOBODY = "nobody", _("nobody")

    class Cards(models.TextChoices):
        """The losses for which a player gets a card."""

        NO_TURN = "no_turn", _("players who time out without a turn")
        ON_TIME = "on_time", _("players who time out")
        NOBODY = "nobody", _("nobody")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.DRAFT)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    up = models.PositiveSmallIntegerField(default=2)
    down = models.PositiveSmallIntegerField(default=2)
    vacancies = models.CharField(max_length=9, choices=Vacancies, default=Vacancies.NEXT_BEST)
    newcomers = models.CharField(max_length=6, choices=Newcomers, default=Newcomers.BOTTOM)
    keeps = models.PositiveSmallIntegerField(default=1)
    at_end = models.CharField(max_length=6, choices=AtEnd, default=AtEnd.SETTLE)
    more_days = models.PositiveSmallIntegerField(default=14, help_text="What unfinished matches get at the end.")
    replacements = models.CharField(max_length=9, choices=Replacements, default=Replacements.TAKE_OVER)
    replace_days = models.PositiveSmallIntegerField(
        default=7, help_text="For so many days somebody is sought for a place that is free."
    )
    cards = models.CharField(max_length=7, choices=Cards, default=Cards.NO_TURN)
    warnings = models.PositiveSmallIntegerField(default=1, help_text="Cards before the one that is the last.")
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When registration was opened first.")
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="When last season’s players heard that registration closes soon."
    )
    proposed_at = models.DateTimeField(null=True, blank=True, help_text="When the line-up was last worked out.")
    published_at = models.DateTimeField(null=True, blank=True)
    server = models.CharField(
        _("server’s bytes"),
        max_length=64,
        default=new_seed,
        db_default="",
        editable=False,
        help_text="Those of its divisions' events are made of them; a secret until all is over.",
    )

    class Meta:
        ordering: ClassVar = ["league_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number")]

    def __str__(self) -> str:
        return f"{self.league}, {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.league.club.slug, self.league.slug, self.number])

    @property
    def has_replacements(self) -> bool:
        """True if another player can take the place of one who leaves."""
        return "replacements" in self.rules.settings

    @property
    def has_draws(self) -> bool:
        """True if matches draw anything from seeds that contributions are part of."""
        return self.game.has_chance and bool(self.server)

    @property
    def server_digest(self) -> str:
        """The SHA-256 of the server's bytes, shown from the start; "" if there are none."""
        return bytes_digest(self.server)

    @property
    def shown_server(self) -> str:
        """The server's bytes once nothing more is drawn from them; "" before."""
        if self.stage not in (self.Stage.FINISHED, self.Stage.CANCELLED) or self.undo_until:
            return ""
        runs = Match.objects.filter(pairing__round__event__division__season=self, status=Match.Status.RUNNING).exists()
        return "" if runs else self.server

    def server_of(self, division: Division) -> str:
        """Return the server's bytes for the event of a division."""
        if not self.server:
            return new_seed()
        return derive_bytes(bytes.fromhex(self.server), f"season/{self.pk}/{division.level}").hex()


class Division(models.Model):
    """A level of a season. ``level`` counts from 1, the top. Its event is made when the line-up is published."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    size = models.PositiveSmallIntegerField()
    event = models.OneToOneField(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="division")

    class Meta:
        ordering: ClassVar = ["season_id", "level"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "level"], name="one_division_per_level")]

    def __str__(self) -> str:
        return self.name


class SeasonEntry(models.Model):
    """A player registered for a season.

    Once a line-up is proposed, ``division`` is theirs, ``None`` the waiting list; ``why`` is one of
    ``competition.divisions.line_up.Reason``, ``words`` say it in full, and ``place`` is the order in which places were
    given. ``by_hand``: an organiser put them there.
    """

    class Status(models.TextChoices):
        REGISTERED = "registered", pgettext_lazy("in a season", "registered")
        WITHDRAWN = "withdrawn", pgettext_lazy("in a season", "withdrawn")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="season_entries"
    )
    name = models.CharField(
        max_length=80, blank=True, default="", db_default="", help_text="Of a player from elsewhere, without account."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.REGISTERED)
    entered_at = models.DateTimeField(default=timezone.now)
    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    place = models.PositiveSmallIntegerField(default=0)
    why = models.CharField(max_length=10, blank=True)
    words = SentenceField(blank=True)
    by_hand = models.BooleanField(default=False)
    contribution = models.CharField(
        _("contribution"),
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="What the player gives to the seeds of their matches.",
    )

    class Meta:
        verbose_name_plural = "season entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="one_season_entry_per_player")
        ]

    def __str__(self) -> str:
        return f"entry #{self.pk} in a season"

    @property
    def shown_name(self) -> str:
        return self.player.display_name if self.player else self.name or say(FORMER_PLAYER)
