"""Rounds and their pairings."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import QuerySet
from django.utils.translation import pgettext_lazy

from i18n.fields import SentenceField
from i18n.text import joined
from matches.models import Match

from .entry import Entry
from .event import Event
from .event_settings import EventTerms

Rows = TypeVar("Rows", bound=QuerySet[Any, Any])


class Round(models.Model):
    """A round: a draft until it is published, which makes its matches, and closed when all of them are decided.

    ``proposed`` are the pairs that the rules led to, ``[white, black]`` by the entries' ids (black ``None``: the bye),
    or the tables: a draft that was changed by hand is compared with them.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("a round", "draft")
        RUNNING = "running", pgettext_lazy("a round", "running")
        CLOSED = "closed", pgettext_lazy("a round", "closed")

    class Work(models.TextChoices):
        """The state of the task that pairs the round."""

        NONE = "", pgettext_lazy("pairing of a round", "not asked for")
        QUEUED = "queued", pgettext_lazy("pairing of a round", "waiting")
        RUNNING = "running", pgettext_lazy("pairing of a round", "under way")
        FAILED = "failed", pgettext_lazy("pairing of a round", "failed")
        DONE = "done", pgettext_lazy("pairing of a round", "done")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=7, choices=Stage, default=Stage.DRAFT)
    work = models.CharField(max_length=7, choices=Work, blank=True, default=Work.NONE)
    work_key = models.CharField(max_length=32, blank=True, help_text="Of the last request, so that an older one stops.")
    progress = models.PositiveSmallIntegerField(default=0, help_text="Per cent.")
    failure = SentenceField(blank=True)
    proposed = models.JSONField(default=list)
    starts_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When its pairing was asked for.")
    paired_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    extended_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True, help_text="When the organisers heard that it is due.")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["event_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.event}, round {self.number}"


class Pairing(models.Model):
    """Two players of a round, or one with a bye (``black`` is ``None``); or a table of several.

    For a table, ``size`` is how many sit there, its ``table_seats`` say who and with what result, ``white`` and
    ``black`` are the first two of them, and there are no codes and points here. For an expedition's team, both are its
    captain, ``white_code`` says whether it won, and ``measured`` is what it reached.

    The codes are TRF's letters (``competition.history.Code``), empty until it is decided; the points are the game's
    own. ``is_by_hand``: an organiser made the pair. ``settled_by_hand``: an organiser gave the result. ``waits``: its
    round is published, but it begins when both have room for one more match (``formats.round_robin.rolling_start``).

    In a cup ``further`` counts the further matches that were needed, of which ``match`` is the last. ``through`` is the
    player who advances if the codes don't say so, because of ``through_words``.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairings_as_white")
    black = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="pairings_as_black")
    size = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How many sit at a table; 0: it is none."
    )
    white_code = models.CharField(max_length=1, blank=True)
    black_code = models.CharField(max_length=1, blank=True)
    white_points = models.IntegerField(null=True, blank=True)
    black_points = models.IntegerField(null=True, blank=True)
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="pairing")
    measured = models.JSONField(
        null=True, blank=True, help_text="What the team reached in an expedition, as its game measures it."
    )
    is_annulled = models.BooleanField(default=False, help_text="It counts for neither: one of them has left.")
    waits = models.BooleanField(
        default=False, help_text="Published, but one of the two has as many matches as may be at the same time."
    )
    is_by_hand = models.BooleanField(default=False)
    settled_by_hand = models.BooleanField(default=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    further = models.PositiveSmallIntegerField(default=0)
    through = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    through_words = SentenceField(blank=True)

    class Meta:
        ordering: ClassVar = ["round_id", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "white"], name="one_pairing_as_white"),
            models.UniqueConstraint(fields=["round", "black"], name="one_pairing_as_black"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["decided_at"], name="pairing_open", condition=models.Q(decided_at__isnull=True)),
            models.Index(fields=["decided_at", "round"], name="pairing_by_date"),
        ]

    def __str__(self) -> str:
        return f"pairing #{self.pk}"

    @property
    def event_id(self) -> int:
        return self.round.event_id

    @property
    def is_bye(self) -> bool:
        return self.black_id is None

    @property
    def is_of_team(self) -> bool:
        """True if a team plays for itself: both sides are its captain."""
        return self.white_id == self.black_id

    @property
    def runs(self) -> bool:
        """True if its match is being played."""
        return self.match is not None and not self.match.is_over

    @property
    def entries(self) -> list[Entry]:
        """The entries that play, in the order of their seats."""
        if self.size:
            return [seat.entry for seat in self.table_seats.all()]
        return [self.white] if self.black is None else [self.white, self.black]

    @property
    def against(self) -> str:
        """The names of all but the first: "Ben", "Ben – Cleo – Dora"; "" for a bye."""
        return joined([entry.shown_name for entry in self.entries[1:]], " – ")

    @property
    def is_hidden(self) -> bool:
        """True if only its players may see the match, since others play from the same seed."""
        return self.match is not None and self.match.is_sealed

    @property
    def names(self) -> str:
        """The names of all who play, with dashes between them."""
        return joined([entry.shown_name for entry in self.entries], " – ")


class TableSeat(models.Model):
    """A player at a table of several.

    ``index`` is their seat in the match, once it is made. ``place`` and ``score`` are known when the match is over;
    without a place the player gave up before their first turn, gets nothing and has met no one. ``has_played`` says who
    counts for the ratings.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="table_seats", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="table_seats")
    index = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    has_played = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pairing_id", "index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="one_seat_per_table"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.pairing_id}"


def seated(pairings: Rows, event: EventTerms) -> Rows:
    """Prefetch the players at each table, in one query, if the event's pairings have such rows."""
    people = models.Prefetch("table_seats", TableSeat.objects.select_related("entry__player").order_by("index"))
    return pairings.prefetch_related(people) if event.rules.keeps_table_seats else pairings


def played_by(entry: Any, prefix: str = "") -> models.Q:
    """Return the condition that the entry is in a pairing.

    ``prefix`` follows the names of the entry's columns, if a column of the entry is compared ("__player").
    """
    own = models.Q(**{f"white{prefix}": entry}) | models.Q(**{f"black{prefix}": entry})
    at_table = TableSeat.objects.filter(**{f"entry{prefix}": entry}, pairing=models.OuterRef("pk"))
    return own | models.Q(models.Exists(at_table))


class DrawnMatch(models.Model):
    """A drawn match of a cup, after which the same two play another.

    ``number`` is 0 for the first, and counts the further ones.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="drawn", db_index=False)
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="drawn_in_cup")
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+", db_index=False)
    black = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+", db_index=False)
    white_points = models.IntegerField(null=True, blank=True)
    black_points = models.IntegerField(null=True, blank=True)
    words = SentenceField(blank=True, help_text="Why a further match follows.")
    is_rated = models.BooleanField(default=True, db_default=True, help_text="Both have played at least one turn in it.")
    decided_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "drawn matches"
        ordering: ClassVar = ["pairing_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pairing", "number"], name="one_drawn_match_per_number")
        ]

    def __str__(self) -> str:
        return f"drawn match #{self.pk}"


class ByeMatch(models.Model):
    """A practice match against a computer in place of a bye: the ``pairing`` stays a bye and counts as one."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="bye_match")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="instead_of_bye")

    class Meta:
        verbose_name_plural = "matches instead of byes"

    def __str__(self) -> str:
        return f"match instead of a bye #{self.pk}"


class PendingVerdict(models.Model):
    """An organiser's decision on a match, made for many at once, until it is carried out.

    ``verdict`` is one of ``tournaments.rounds.results.verdicts.Verdict``, and ``seen`` the result at that time
    (``adjudicate.stands``).
    """

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="pending")
    verdict = models.CharField(max_length=8)
    seen = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = SentenceField()
    asked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"pending verdict #{self.pk}"


class Forbidden(models.Model):
    """Two players who are not paired with each other in these rounds."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(default=99)
    reason = SentenceField(blank=True)

    def __str__(self) -> str:
        return f"forbidden pair #{self.pk}"
