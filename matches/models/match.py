"""A match, its seats and its log.

Every turn writes to all three, and to each of their indexes: ``db_index=False`` means that another index, given below,
begins with the same column, or that no one looks for it.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import FORMER_PLAYER
from engine.chance import seed_digest
from engine.game import Game
from engine.games import game
from i18n.fields import SentenceField, SentencesField, value_of
from i18n.text import say
from matches.time_control import time_control

from .time_control import TimeControl


def new_seed() -> str:
    return secrets.token_hex(32)


def bytes_digest(server: str) -> str:
    """Return the SHA-256 of bytes that are kept as hexadecimal digits; "" if there are none."""
    return seed_digest(bytes.fromhex(server)) if server else ""


class Match(TimeControl):
    """A whole contest in one game. ``state`` is the game's own data and ``seed`` its only source of chance."""

    class Status(models.TextChoices):
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    game_slug = models.SlugField(max_length=32, db_index=False)
    options = models.JSONField()
    state = models.JSONField()
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    origin = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="What the seed was mixed of (matches.record.fairness); a secret.",
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    last_turn_at = models.DateTimeField(default=timezone.now, help_text="When a turn was last played, or the start.")
    stalled_at = models.DateTimeField(null=True, blank=True, help_text="When the host was told that nobody plays.")
    draws = models.BooleanField(default=True, help_text="Players may agree a draw.")
    analysis = models.BooleanField(default=True, db_default=True, help_text="Its players may analyse it while it runs.")
    occasion = SentenceField(blank=True, help_text="What it is played for: “Spring Cup, round 3”.")
    occasion_path = models.CharField(max_length=120, blank=True, help_text="Where that has its page on this site.")
    next_number = models.PositiveIntegerField(default=1, help_text="The number the next asked-for turn will have.")
    log_length = models.PositiveIntegerField(default=0)
    marks_changed = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How often its players have put a mark on the board, or removed one."
    )
    all_stopped = models.BooleanField(
        default=False, db_default=False, help_text="All clocks of its event are stopped, and its with them."
    )
    clock_act = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="The last act on all clocks of its event that was done here."
    )
    draw_offered_by = models.ForeignKey(
        "Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    how_it_ended = models.CharField(max_length=24, blank=True)
    result_words = SentenceField(blank=True)
    is_sealed = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Others play from the same seed: only its players see it, and nobody the seed, until all are done.",
    )

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index(fields=["status", "-finished_at"], name="match_by_status"),
            models.Index(fields=["last_turn_at"], name="match_waiting", condition=models.Q(status="running")),
            models.Index(
                fields=["draw_offered_by"], name="match_with_offer", condition=models.Q(draw_offered_by__isnull=False)
            ),
            models.Index(fields=["id"], name="match_with_baton", condition=models.Q(baton=True, status="running")),
        ]

    def __str__(self) -> str:
        return f"{self.game.name} #{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("matches:match", args=[self.pk])

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def loaded_state(self) -> Any:
        return self.game.load(self.state)

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def is_open(self) -> bool:
        """Return whether the match is over and its seed may be known: no other match is played from it any longer.

        Only then is its record complete.
        """
        return self.is_over and not self.is_sealed

    @property
    def seed_digest(self) -> str:
        """The SHA-256 of the seed, shown while the match runs so that the seed can be checked at the end."""
        return bytes_digest(self.seed)


class Seat(models.Model):
    """A player's place in a match.

    While the seat is asked for a turn, ``asked_turn`` is that turn's number, ``asked_at`` when it was asked and
    ``turn_bank`` what its clock held then and was given since. The clock holds ``bank`` and has been counting down from
    it since ``running_since``, so that it ends at ``deadline``; the next reminder is due at ``remind_at``. A clock that
    is stopped, or whose seat is not asked, has neither; a computer's is stopped as long as the match runs. ``pauses``
    (``clocks.Pauses`` as JSON) are the player's as this match grants them; when they have changed since
    ``pauses_changed_at`` they must be worked out again before anything is judged by them. ``finished_at`` is the
    match's, kept here too so that a player's lists come straight from one index. ``since`` is the line of the log with
    which the player took the seat over, if another had it before. ``seen_length`` is how long the log was when the
    player last opened a page that shows the match, at ``seen_at``: a read mark, which changes nothing of the match.
    ``counted`` is true once the result is in the sums of ``results.count``.
    """

    class Stopped(models.TextChoices):
        MAIL = "mail", _("paused (email not delivered)")
        ORGANISER = "organiser", _("paused by the organiser")
        LEFT = "left", _("paused (player left, place free)")
        EVENT = "event", _("paused with all clocks of the event")
        COMPUTER = "computer", _("without a clock")

    class Ahead(models.TextChoices):
        SET = "set", "conditional turns wait for the opponent's turn"
        DROPPED = "dropped", "conditional turns did not fit what was played before the turn asked for now"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats", db_index=False
    )
    known_as = models.CharField(
        max_length=80, blank=True, default="", db_default="", help_text="Of a player from elsewhere, without account."
    )
    since = models.PositiveIntegerField(
        default=0, db_default=0, help_text="The line of the log from which on it is theirs."
    )
    asked_turn = models.PositiveIntegerField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    turn_bank = models.DurationField(null=True, blank=True)
    bank = models.DurationField(default=timedelta(days=3))
    running_since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    stopped = models.CharField(max_length=9, blank=True, choices=Stopped)
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="Since when it has waited for a mail.")
    waited = models.DurationField(
        default=timedelta(0), db_default=timedelta(0), help_text="What it has waited for mails in this match."
    )
    runs_unnoticed = models.BooleanField(
        default=False, help_text="The organiser let the clock run for this turn though its mail was not delivered."
    )
    pauses = models.JSONField(default=dict, blank=True)
    pauses_changed_at = models.DateTimeField(null=True, blank=True)
    passes_used = models.PositiveSmallIntegerField(default=0)
    orders = models.JSONField(
        null=True, blank=True, help_text="Set ahead, and seen by no one else: the game's keys, and the way they came."
    )
    ahead = models.CharField(max_length=7, blank=True, default="", db_default="", choices=Ahead)
    share = models.DecimalField(max_digits=5, decimal_places=4, null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    seen_length = models.PositiveIntegerField(default=0, db_default=0, help_text="How much of the log was looked at.")
    seen_at = models.DateTimeField(null=True, blank=True)
    is_deaf = models.BooleanField(default=False, db_default=False, help_text="No mail about lines from the others.")
    counted = models.BooleanField(default=False, db_default=False, help_text="Its result is in the player's sums.")

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index")]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="seat_due", condition=models.Q(deadline__isnull=False)),
            models.Index(fields=["remind_at"], name="seat_to_remind", condition=models.Q(remind_at__isnull=False)),
            models.Index(
                fields=["pauses_changed_at"], name="seat_to_follow", condition=models.Q(pauses_changed_at__isnull=False)
            ),
            models.Index(fields=["stopped", "asked_at"], name="seat_stopped", condition=~models.Q(stopped="")),
            models.Index(fields=["player", "finished_at", "deadline"], name="seat_of_player"),
            models.Index(
                fields=["player"],
                name="seat_to_count",
                condition=models.Q(share__isnull=False, counted=False, player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of match {self.match_id}"

    @property
    def name(self) -> str:
        return self.player.display_name if self.player else self.known_as or say(FORMER_PLAYER)

    @property
    def is_stopped_alone(self) -> bool:
        """Return whether this clock alone is stopped, by hand or by a rule, until it is started again."""
        return self.stopped in {self.Stopped.ORGANISER, self.Stopped.LEFT}

    @property
    def loaded_pauses(self) -> time_control.Pauses:
        return time_control.Pauses.load(self.pauses)


class LogEntry(models.Model):
    """A line of a match's log; append-only.

    A ``play`` and a ``default`` have the ``number`` that their seat was asked for; the other kinds have none. ``state``
    is the match's state after it, so that any position can be shown without replaying. ``text`` may be secret;
    ``public_words`` never is. ``seat`` did it; ``about`` is the seat whose clock it changed, by ``amount`` if time was
    given; a host's line about clocks and no seat is about all of them. ``stamped_at`` is when it arrived, which the
    deadline is compared with, and ``at`` when it was decided. ``clocks`` are all seats' clocks after it
    (``seat_clock.dump``), and ``before`` the clock of the seat that played, as it was then (``seat_clock.snapshot``).
    With a ``baton`` line the turn that ``seat`` was asked for passes to the next one; its ``before`` has the ``number``
    alone. A ``taken_back`` line ``undoes`` a play: both stay in the log, but for the match it is as if neither were
    there. A ``said`` line changes nothing; its ``message`` is what was said.
    """

    class Kind(models.TextChoices):
        # The values are those of archives of clubs and of the API, too, and stay as they are.
        PLAY = "play", "turn"
        RESIGNATION = "resignation", "resignation"
        TIME = "time", "lost on time"
        DEFAULT = "default", "passed by the clock"
        VACATION_DAY = "leave_day", "vacation day used"
        TIME_GIVEN = "time_given", "time given"
        CLOCK_STOPPED = "clock_held", "clock paused"
        CLOCK_STARTED = "clock_released", "clock started"
        PAUSES = "pauses", "vacation or time zone changed"
        DRAW_OFFER = "draw_offer", "draw offered"
        DRAW_DECLINED = "draw_declined", "draw declined"
        AGREEMENT = "agreement", "draw agreed"
        FORFEIT = "forfeit", "forfeited"
        RULING = "ruling", "decided by the organiser"
        ANNULLED = "annulled", "annulled"
        TAKEN_BACK = "taken_back", "turn taken back"
        HANDED_OVER = "handed_over", "taken over by another player"
        BATON = "baton", "turn passed to the next player"
        SAID = "said", "message"

    class Via(models.TextChoices):
        SITE = "site", _("on the site")
        LINK = "link", _("from a link in an email")
        MAIL = "mail", _("by email")
        API = "api", _("by a program")
        CONDITIONAL = "ahead", _("as a conditional turn")
        CLOCK = "clock", _("by the clock")
        COMPUTER = "computer", _("by the computer")
        HOST = "host", _("by the host")

    class Cause(models.TextChoices):
        RULE = "rule", "a rule, because of what the player did"
        RULE_WITH_EVENT = "rule_with_event", "a rule, as soon as the clocks of the event start"
        MAIL_WITH_EVENT = "mail_with_event", "the email arrived, as soon as the clocks of the event start"
        IMPORT = "import", "the match came from another site"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log", db_index=False)
    index = models.PositiveIntegerField(help_text="Place in the log, from 0.")
    number = models.PositiveIntegerField(null=True, blank=True)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    about = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False)
    amount = models.DurationField(null=True, blank=True)
    undoes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PLAY)
    cause = models.CharField(
        max_length=16,
        choices=Cause,
        blank=True,
        help_text="Why a clock was paused or started, if by neither the organiser, the event nor an email that failed.",
    )
    text = models.CharField(max_length=200, blank=True)
    words = SentenceField(blank=True)
    public_words = SentenceField(blank=True)
    secret = models.BooleanField(default=False)
    notes = SentencesField(blank=True)
    message = models.CharField(max_length=500, blank=True, help_text="A line to the opponent.")
    state = models.JSONField()
    clocks = models.JSONField(default=list)
    before = models.JSONField(null=True, blank=True)
    via = models.CharField(max_length=8, choices=Via)
    stamped_at = models.DateTimeField(default=timezone.now)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        indexes: ClassVar = [
            models.Index(fields=["about"], name="entry_about_seat", condition=models.Q(about__isnull=False)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="one_log_line_per_index"),
            models.UniqueConstraint(
                fields=["match", "number"], name="one_turn_per_number", condition=models.Q(number__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["undoes"], name="one_taking_back_per_turn", condition=models.Q(undoes__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.index} of match {self.match_id}"

    def words_for(self, seat: Seat | None, *, over: bool) -> str:
        """Return what was done, as far as this seat (or a bystander) may know it; all of it once the match is over."""
        return self.words if over or self._is_own(seat) else self.public_words

    def text_for(self, seat: Seat | None, *, over: bool) -> str:
        """Return the notation, as far as this seat (or a bystander) may know it: "" while it is a secret."""
        return self.text if over or not self.secret or self._is_own(seat) else ""

    @property
    def is_by_rule(self) -> bool:
        """True if a rule changed the clock, because of what its player did."""
        return self.cause in {self.Cause.RULE, self.Cause.RULE_WITH_EVENT}

    @property
    def waits_for_event(self) -> bool:
        """True if the clock would run again if all clocks of the event weren't paused."""
        return self.cause in {self.Cause.RULE_WITH_EVENT, self.Cause.MAIL_WITH_EVENT}

    @property
    def is_ordered(self) -> bool:
        """Return whether it was an order that the player had set ahead, which no one else is told."""
        return bool((self.before or {}).get("ordered"))

    def is_ordered_by(self, seat: Seat | None) -> bool:
        """Return whether it was an order of this seat's player."""
        return self.is_ordered and seat is not None and seat.pk == self.seat_id and self.index >= seat.since

    @property
    def reason(self) -> str:
        """The reason that an organiser gave, if the line has one."""
        return value_of(self.public_words, "reason")

    def _is_own(self, seat: Seat | None) -> bool:
        return seat is not None and seat.pk == self.seat_id
