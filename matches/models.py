"""What is stored about playing a match.

Nothing here knows a game's rules: a match keeps its game's state as data, and ``matches.play`` is the only place
that changes it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from email.utils import make_msgid
from typing import Any, ClassVar, cast

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from engine.game import Game, game

from . import clocks

FORMER_PLAYER = "former player"


def new_seed() -> str:
    return secrets.token_hex(32)


def new_message_id() -> str:
    """A Message-ID of 128 random bits, minted when a mail is queued (RFC 5322, 3.6.4)."""
    return make_msgid(idstring=secrets.token_hex(16), domain=settings.MAIL_DOMAIN)


class LeavePool(models.Model):
    """Days of leave that an event grants each of its players: so many a year, or in all from ``begins`` to ``ends``.

    A leave shorter than ``shortest`` days counts as that many. The pool of all matches outside events has the key
    ``FRIENDLY``.
    """

    FRIENDLY: ClassVar = "friendly"

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=100)
    days = models.PositiveSmallIntegerField(default=30)
    shortest = models.PositiveSmallIntegerField(default=1)
    begins = models.DateField(null=True, blank=True, help_text="Both dates empty: so many days each calendar year.")
    ends = models.DateField(null=True, blank=True, help_text="The last day.")

    def __str__(self) -> str:
        return self.name


class TimeControl(models.Model):
    """Start bank, increment per turn and cap, and what is agreed beside them: when clocks stand still, and what
    happens at zero. A fixed time per turn has the first three equal. Without ``leave_pool`` leave stops no clock."""

    class AtZero(models.TextChoices):
        LOSE = "lose", "the match is lost"
        LEAVE = "leave", "leave days are used up first"
        PASS = "pass", "the player is passed first"

    clock_start = models.DurationField(default=timedelta(days=3))
    clock_increment = models.DurationField(default=timedelta(days=3))
    clock_cap = models.DurationField(default=timedelta(days=3))
    weekends = models.BooleanField(default=False, help_text="Clocks stand still on Saturdays and Sundays.")
    nights = models.BooleanField(default=False, help_text="Clocks stand still in the nine hours each player chose.")
    at_zero = models.CharField(max_length=5, choices=AtZero, default=AtZero.LOSE)
    passes = models.PositiveSmallIntegerField(default=0, help_text="How often a player is passed before losing.")
    leave_pool = models.ForeignKey(LeavePool, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    @property
    def control(self) -> clocks.TimeControl:
        return clocks.TimeControl(
            self.clock_start,
            self.clock_increment,
            self.clock_cap,
            self.weekends,
            self.nights,
            cast("clocks.AtZero", self.at_zero),
            self.passes,
        )


class Match(TimeControl):
    """A whole contest in one game. ``state`` is the game's own data and ``seed`` its only source of chance."""

    class Status(models.TextChoices):
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    game_slug = models.SlugField(max_length=32)
    options = models.JSONField()
    state = models.JSONField()
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    last_turn_at = models.DateTimeField(default=timezone.now, help_text="When a turn was last played, or the start.")
    stalled_at = models.DateTimeField(null=True, blank=True, help_text="When the host was told that nobody plays.")
    next_number = models.PositiveIntegerField(default=1, help_text="The number the next asked-for turn will have.")
    log_length = models.PositiveIntegerField(default=0)
    draw_offered_by = models.ForeignKey("Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    how_it_ended = models.CharField(max_length=24, blank=True)
    result_words = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index(fields=["status", "-finished_at"], name="match_by_status"),
            models.Index(fields=["last_turn_at"], name="match_waiting", condition=models.Q(status="running")),
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
    def seed_digest(self) -> str:
        """What is shown of the seed while the match runs: its SHA-256, so that the seed can be checked at the end."""
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()


class Seat(models.Model):
    """A player's place in a match.

    While the seat is asked for a turn, ``number`` is that turn's number, ``asked_at`` when it was asked and
    ``turn_bank`` what its clock held then and was given since. The clock holds ``bank`` and has been counting down
    from it since ``running_since``, so that it ends at ``deadline``; the next reminder is due at ``remind_at``. A clock
    that is held, or whose seat is not asked, has neither. ``pauses`` (``clocks.Pauses`` as JSON) are the player's as
    this match grants them; when they have changed since ``pauses_changed_at`` they must be worked out anew before
    anything is judged by them. ``finished_at`` is the match's, kept here too so that a player's lists come straight
    from one index.
    """

    class Held(models.TextChoices):
        MAIL = "mail", "the mail about this turn was not delivered"
        ORGANISER = "organiser", "the organiser has stopped it"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    number = models.PositiveIntegerField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    turn_bank = models.DurationField(null=True, blank=True)
    bank = models.DurationField(default=timedelta(days=3))
    running_since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    held = models.CharField(max_length=9, blank=True, choices=Held)
    runs_unnoticed = models.BooleanField(
        default=False, help_text="The organiser let the clock run for this turn though its mail was not delivered."
    )
    pauses = models.JSONField(default=dict, blank=True)
    pauses_changed_at = models.DateTimeField(null=True, blank=True)
    passes_used = models.PositiveSmallIntegerField(default=0)
    share = models.DecimalField(max_digits=5, decimal_places=4, null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index")]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="seat_due", condition=models.Q(deadline__isnull=False)),
            models.Index(fields=["remind_at"], name="seat_to_remind", condition=models.Q(remind_at__isnull=False)),
            models.Index(
                fields=["pauses_changed_at"], name="seat_to_follow", condition=models.Q(pauses_changed_at__isnull=False)
            ),
            models.Index(fields=["held", "asked_at"], name="seat_held", condition=~models.Q(held="")),
            models.Index(fields=["player", "finished_at", "deadline"], name="seat_of_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of match {self.match_id}"

    @property
    def name(self) -> str:
        return self.player.display_name if self.player else FORMER_PLAYER

    @property
    def loaded_pauses(self) -> clocks.Pauses:
        return clocks.Pauses.load(self.pauses)


class Turn(models.Model):
    """A line of a match's log; append-only.

    A ``play`` and a ``default`` have the ``number`` that their seat was asked for; the other kinds have none.
    ``state`` is the match's state after it, so that any position can be shown without replaying. ``text`` may be
    secret; ``public_words`` never is. ``seat`` did it; ``about`` is the seat whose clock it changed, by ``amount``
    where time was given. ``stamped_at`` is when it arrived, which the deadline is compared with, and ``at`` when it
    was decided. ``clocks`` are all seats' clocks after it (``timekeeping.dump``).
    """

    class Kind(models.TextChoices):
        PLAY = "play", "turn"
        RESIGNATION = "resignation", "resignation"
        TIME = "time", "lost on time"
        DEFAULT = "default", "passed by the clock"
        LEAVE_DAY = "leave_day", "leave day used"
        TIME_GIVEN = "time_given", "time given"
        CLOCK_HELD = "clock_held", "clock stopped"
        CLOCK_RELEASED = "clock_released", "clock started"
        PAUSES = "pauses", "leave or time zone changed"
        DRAW_OFFER = "draw_offer", "draw offered"
        DRAW_DECLINED = "draw_declined", "draw declined"
        AGREEMENT = "agreement", "draw agreed"

    class Via(models.TextChoices):
        SITE = "site", "on the site"
        LINK = "link", "from a link in a mail"
        CLOCK = "clock", "by the clock"
        HOST = "host", "by the host"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    index = models.PositiveIntegerField(help_text="Place in the log, from 0.")
    number = models.PositiveIntegerField(null=True, blank=True)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="turns")
    about = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    amount = models.DurationField(null=True, blank=True)
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PLAY)
    text = models.CharField(max_length=200, blank=True)
    words = models.CharField(max_length=500, blank=True)
    public_words = models.CharField(max_length=500, blank=True)
    secret = models.BooleanField(default=False)
    notes = models.JSONField(default=list)
    message = models.CharField(max_length=500, blank=True, help_text="A line to the opponent.")
    state = models.JSONField()
    clocks = models.JSONField(default=list)
    via = models.CharField(max_length=8, choices=Via)
    stamped_at = models.DateTimeField(default=timezone.now)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="one_log_line_per_index"),
            models.UniqueConstraint(
                fields=["match", "number"], name="one_turn_per_number", condition=models.Q(number__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.index} of match {self.match_id}"

    def words_for(self, seat: Seat | None, *, over: bool) -> str:
        """What was done, as far as this seat (or a bystander) may know it; all of it once the match is over."""
        return self.words if over or self._is_own(seat) else self.public_words

    def text_for(self, seat: Seat | None, *, over: bool) -> str:
        """The notation likewise: empty while it is a secret."""
        return self.text if over or not self.secret or self._is_own(seat) else ""

    def _is_own(self, seat: Seat | None) -> bool:
        return seat is not None and seat.pk == self.seat_id


class Leave(models.Model):
    """A time for which a player is away: their clocks stand still as far as each match's pool of leave days reaches.

    One that is cut short ends when it was, and still costs ``LeavePool.shortest`` days.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leaves")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["starts_at"]
        indexes: ClassVar = [models.Index(fields=["player", "ends_at"], name="leave_of_player")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="leave_takes_time")
        ]

    def __str__(self) -> str:
        return f"leave #{self.pk}"


class LeaveDay(models.Model):
    """A day of leave that a clock used up at zero, in one match."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leave_days")
    pool = models.ForeignKey(LeavePool, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="leave_days")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["player", "pool", "at"], name="leave_day_of_player")]

    def __str__(self) -> str:
        return f"leave day #{self.pk}"


class Reminder(models.Model):
    """A player was reminded of a turn: once of each kind."""

    class Kind(models.TextChoices):
        FIFTH = clocks.FIFTH, "a fifth of the time is left"
        DAY = clocks.LAST_DAY, "a day is left"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reminders")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "number", "kind"], name="one_reminder_per_turn_and_kind")
        ]

    def __str__(self) -> str:
        return f"reminder #{self.pk}"


class Heartbeat(models.Model):
    """When the sweep last ran, where, and how far that machine's clock was from the database's, in seconds."""

    SWEEP: ClassVar = "sweep"

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    machine = models.CharField(max_length=100, blank=True)
    skew = models.FloatField(default=0.0)

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which no sweep ran, given back to every clock that was running."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    clocks = models.PositiveIntegerField(help_text="How many clocks got the time back.")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_by_end")]

    def __str__(self) -> str:
        return f"outage #{self.pk}"


class Challenge(TimeControl):
    """An offer to play: to a player, to a mail address, or to anyone (both empty)."""

    class Status(models.TextChoices):
        PENDING = "pending", "waiting for an answer"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        EXPIRED = "expired", "expired"

    class First(models.TextChoices):
        ME = "me", "me"
        YOU = "you", "my opponent"
        LOT = "lot", "drawn by lot"

    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="challenges_received"
    )
    opponent_email = models.EmailField(
        blank=True, help_text="The address the challenger typed; only the challenger is shown it."
    )
    game_slug = models.SlugField(max_length=32)
    options = models.JSONField()
    first = models.CharField(max_length=4, choices=First, default=First.LOT)
    message = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["status", "expires_at"], name="challenge_by_status")]

    def __str__(self) -> str:
        return f"challenge #{self.pk}"

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def is_open(self) -> bool:
        """Whether anyone may take it."""
        return self.opponent_id is None and not self.opponent_email

    @property
    def addressed_to(self) -> str:
        """Whom it is for, as the challenger may see it: who reads the mail of an address that was typed stays
        unsaid until the challenge is accepted."""
        if self.opponent_email and self.status != self.Status.ACCEPTED:
            return self.opponent_email
        if self.opponent:
            return self.opponent.display_name
        return self.opponent_email or "anyone"


class Link(models.Model):
    """A signed link in a mail. Only the token's hash is stored; it is bound to one user and one purpose: a turn
    (seat and number) or an answer to a challenge."""

    class Purpose(models.TextChoices):
        TURN = "turn", "play a turn"
        CHALLENGE = "challenge", "answer a challenge"

    token_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=10, choices=Purpose)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(null=True, blank=True)
    challenge = models.ForeignKey(Challenge, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"link #{self.pk}"


class OutboxMail(models.Model):
    """A mail to be sent, written in the transaction of its cause and composed when it is sent.

    ``kind`` names the mail and ``context`` what it is about (ids, no secrets). A mail that is worth sending only once
    has a ``key``. ``subject``, ``text`` and ``html`` are filled for mails that arrive composed (account mails) and
    emptied once sent.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "waiting to be sent"
        SENT = "sent", "sent"
        DROPPED = "dropped", "no longer needed"
        PARKED = "parked", "given up, needs a look"

    kind = models.CharField(max_length=32)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    to = models.EmailField(max_length=254, blank=True, help_text="Only where there is no player: the address itself.")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    context = models.JSONField(default=dict)
    key = models.CharField(max_length=100, null=True, blank=True, unique=True)
    subject = models.CharField(max_length=255, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    message_id = models.CharField(max_length=255, default=new_message_id, unique=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    queued_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lost_attempts = models.PositiveSmallIntegerField(default=0, help_text="Attempts whose worker died meanwhile.")
    last_error = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "mail"
        indexes: ClassVar = [
            models.Index(fields=["next_try_at"], name="mail_due", condition=models.Q(status="queued")),
            models.Index(fields=["queued_at"], name="mail_parked", condition=models.Q(status="parked")),
            models.Index(fields=["match", "user", "queued_at"], name="mail_of_thread"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} mail #{self.pk}"
