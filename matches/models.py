"""What is stored about playing a match.

Nothing here knows a game's rules: a match keeps its game's state as data, and ``matches.play`` is the only place
that changes it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from email.utils import make_msgid
from typing import Any, ClassVar

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


class TimeControl(models.Model):
    """Start bank, increment per turn and cap. A fixed time per turn has all three equal."""

    clock_start = models.DurationField(default=timedelta(days=3))
    clock_increment = models.DurationField(default=timedelta(days=3))
    clock_cap = models.DurationField(default=timedelta(days=3))

    class Meta:
        abstract = True

    @property
    def control(self) -> clocks.TimeControl:
        return clocks.TimeControl(self.clock_start, self.clock_increment, self.clock_cap)


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
    next_number = models.PositiveIntegerField(default=1, help_text="The number the next asked-for turn will have.")
    log_length = models.PositiveIntegerField(default=0)
    draw_offered_by = models.ForeignKey("Seat", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    how_it_ended = models.CharField(max_length=24, blank=True)
    result_words = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [models.Index(fields=["status", "-finished_at"], name="match_by_status")]

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

    While the seat is asked for a turn, ``number`` is that turn's number, ``asked_at`` when its time began to run and
    ``deadline`` when it ends; all three are null otherwise. ``bank`` is the time left when the seat is not asked.
    ``finished_at`` is the match's, kept here too so that a player's lists come straight from one index.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    number = models.PositiveIntegerField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    bank = models.DurationField(default=timedelta(days=3))
    share = models.DecimalField(max_digits=5, decimal_places=4, null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match_id", "index"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index")]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], name="seat_due", condition=models.Q(deadline__isnull=False)),
            models.Index(fields=["player", "finished_at", "deadline"], name="seat_of_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of match {self.match_id}"

    @property
    def name(self) -> str:
        return self.player.display_name if self.player else FORMER_PLAYER


class Turn(models.Model):
    """A line of a match's log; append-only.

    A ``play`` has the ``number`` that its seat was asked for; the other kinds have none. ``state`` is the match's
    state after it, so that any position can be shown without replaying. ``text`` may be secret; ``public_words``
    never is.
    """

    class Kind(models.TextChoices):
        PLAY = "play", "turn"
        RESIGNATION = "resignation", "resignation"
        TIME = "time", "lost on time"
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
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PLAY)
    text = models.CharField(max_length=200, blank=True)
    words = models.CharField(max_length=500, blank=True)
    public_words = models.CharField(max_length=500, blank=True)
    secret = models.BooleanField(default=False)
    notes = models.JSONField(default=list)
    message = models.CharField(max_length=500, blank=True, help_text="A line to the opponent.")
    state = models.JSONField()
    via = models.CharField(max_length=8, choices=Via)
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
            models.Index(fields=["match", "user", "queued_at"], name="mail_of_thread"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} mail #{self.pk}"
