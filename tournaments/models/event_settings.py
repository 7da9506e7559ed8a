"""The terms by which an event, or all divisions of a season, are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.game import Game
from engine.games import game
from matches.models import TimeControl
from timekeeping import clock

from .formats import format_choices, format_of, usual_format

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.formats.format import Format


class EventTerms(TimeControl):
    """The terms by which an event, or all divisions of a season, are played.

    ``rounds`` is set for formats that have that setting; for others it follows from the entries.
    ``half_byes`` is for how many absences a player gets half a point, never in the last round.
    """

    class TablePoints(models.TextChoices):
        """The ways in which tables score: ``competition.tables.points.Scheme``."""

        PLACES = "places", _("4, 3, 2, 1 by place (at a table of three 4, 2½, 1; of five 4, 3, 2½, 2, 1)")
        SHARE = "share", _("your points divided by the table’s average")
        WINS = "wins", _("1 for a win (at a table of three ¾, of five 1¼), nothing else")

    class Points(models.TextChoices):
        ONE = "1", _("1 for a win, ½ for a draw")
        THREE = "3", _("3 for a win, 1 for a draw")

    class Start(models.TextChoices):
        DONE = "done", _("when the previous round is done")
        DATE = "date", _("on a fixed date")

    class Unfinished(models.TextChoices):
        WAIT = "wait", _("the round waits for them")
        EXTEND = "extend", _("they get more time once, then an organiser adjudicates them")
        SETTLE = "settle", _("an organiser adjudicates each")

    class Seeding(models.TextChoices):
        RATING = "rating", _("by rating")
        OWN = "own", _("in the organiser’s own order")

    class Leaver(models.TextChoices):
        """The ways to treat the matches of a player who leaves: ``competition.pairing.withdrawal.Policy``."""

        HALF = "half", _("annulled if fewer than half were played, otherwise the rest are forfeited")
        FORFEIT = "forfeit", _("the rest are forfeited")
        ANNUL = "annul", _("all their matches are annulled")

    class SeenBy(models.TextChoices):
        """The readers of an event: ``is_public`` and ``club_only`` in one."""

        EVERYBODY = "everybody", _("everyone, with or without an account")
        SITE = "site", _("members of this site")
        CLUB = "club", _("members of its club, and its players")

    name = models.CharField(max_length=80)
    is_public = models.BooleanField(default=True, help_text="Whoever is not logged in sees it, too.")
    club_only = models.BooleanField(
        default=False, db_default=False, help_text="Of the members of the site only those of its club see it."
    )

    game_slug = models.SlugField(max_length=32)
    options = models.JSONField(default=dict)
    draws = models.BooleanField(default=True, help_text="Players may agree a draw.")
    rated = models.BooleanField(default=True)
    analysis = models.BooleanField(
        default=True, db_default=True, help_text="Players may analyse their matches while these run."
    )

    format = models.CharField(max_length=12, choices=format_choices, default=usual_format)
    rounds = models.PositiveSmallIntegerField(default=5)
    cycles = models.PositiveSmallIntegerField(default=1)
    at_once = models.PositiveSmallIntegerField(
        default=1, help_text="How many matches a player of a round robin has at the same time; 0: all."
    )
    accelerated = models.BooleanField(default=False, help_text="Baku acceleration (FIDE C.04.7).")
    points = models.CharField(max_length=1, choices=Points, default=Points.ONE)
    tie_breaks = models.JSONField(default=list)
    table_size = models.PositiveSmallIntegerField(
        default=4, db_default=4, help_text="How many sit at a table, where that is possible."
    )
    table_points = models.CharField(
        max_length=6, choices=TablePoints, default=TablePoints.PLACES, db_default=TablePoints.PLACES
    )
    even_tables = models.BooleanField(
        default=True,
        db_default=True,
        help_text="A seat is worth as much at a small table as at a large one; not so in events from before 1.0.",
    )
    most_difference = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="At most so much of a match’s difference in game points counts."
    )
    seeding = models.CharField(max_length=6, choices=Seeding, default=Seeding.RATING)
    half_byes = models.PositiveSmallIntegerField(default=1)
    closes_at = models.DateTimeField(null=True, blank=True, help_text="When registration closes by itself.")

    starts_at = models.DateTimeField(null=True, blank=True, help_text="Empty: when an organiser begins it.")
    ends_at = models.DateTimeField(null=True, blank=True, help_text="From then on no round begins.")
    round_start = models.CharField(max_length=4, choices=Start, default=Start.DONE)
    round_days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="After so many days a round ends, or what is unfinished is dealt with."
    )
    unfinished = models.CharField(max_length=6, choices=Unfinished, default=Unfinished.WAIT)
    extension_days = models.PositiveSmallIntegerField(default=7)
    publishes_itself = models.BooleanField(
        default=True, help_text="A round is published as it was paired, without an organiser."
    )
    break_hours = models.PositiveSmallIntegerField(
        default=24,
        db_default=24,
        help_text="Between two rounds of a Swiss that publish themselves: for players to say they miss one.",
    )
    withdraws_no_shows = models.BooleanField(default=True)
    leaver = models.CharField(max_length=7, choices=Leaver, default=Leaver.HALF)

    computer_byes = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A player without an opponent plays a computer meanwhile, for practice: the bye counts as always.",
    )

    made_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    undo_until = models.DateTimeField(
        null=True, blank=True, help_text="Once it was ended or cancelled: until then organisers may take that back."
    )
    stage_before = models.CharField(
        max_length=12, blank=True, default="", db_default="", help_text="To which it then returns."
    )
    changed_at = models.DateTimeField(default=timezone.now, help_text="When anything that its pages show last changed.")

    class Meta:
        abstract = True

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def rules(self) -> Format:
        """The event's format, with everything in which formats differ; `tournaments/formats/` has a room for each."""
        return format_of(self.format)

    @property
    def table_points_words(self) -> StrPromise:
        """What a table pays, in words."""
        points = self.TablePoints(self.table_points)
        return points.label if self.even_tables else TABLE_POINTS_BEFORE[points]

    @property
    def seen_by(self) -> SeenBy:
        if self.is_public:
            return self.SeenBy.EVERYBODY
        return self.SeenBy.CLUB if self.club_only else self.SeenBy.SITE

    @property
    def is_over_time(self) -> bool:
        """True if the end date has passed, so that no round begins any more."""
        return self.ends_at is not None and self.ends_at <= clock.now()


TABLE_POINTS_BEFORE = {
    EventTerms.TablePoints.PLACES: _("4, 3, 2, 1, 0 by place"),
    EventTerms.TablePoints.SHARE: _("share of the points made at the table"),
    EventTerms.TablePoints.WINS: _("1 for a win, nothing else"),
}
"""The words for ``table_points`` where the size of a table doesn't count."""
