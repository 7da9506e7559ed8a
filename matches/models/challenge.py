"""A challenge, the table of several at which it may offer a seat, and the links in emails."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from engine.game import Game
from engine.games import game

from .match import Match, Seat, bytes_digest, new_seed
from .time_control import TimeControl


class Gathering(models.Model):
    """A host's table for a number of ``seats``, the host's own among them. Each other seat is a ``Challenge`` with this
    as its ``gathering``: for a player, for an address, or free for anyone, by ``by_link`` for those who have its link.
    It has a match once all seats are taken, or the host began with those who were there."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        BEGUN = "begun", _("begun")
        CALLED_OFF = "off", _("called off")
        EXPIRED = "expired", _("expired")

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="gatherings", verbose_name=_("host")
    )
    seats = models.PositiveSmallIntegerField(_("seats"))
    by_link = models.BooleanField(_("free seats by link"), default=False)
    server = models.CharField(
        max_length=64, default=new_seed, editable=False, help_text="The server’s bytes for the seed."
    )
    contribution = models.CharField(max_length=64, blank=True, default="", help_text="What the host gives to the seed.")
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires at"))
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="gathering", verbose_name=_("match")
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes: ClassVar = [models.Index(fields=["status", "expires_at"], name="gathering_by_status")]

    def __str__(self) -> str:
        return f"table #{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("matches:table", args=[self.pk])

    @property
    def terms(self) -> Challenge:
        """One of its seats, whose terms are those of all."""
        return self.places.all()[0]

    @property
    def taken(self) -> int:
        """How many of the seats are, the host's among them."""
        return 1 + sum(place.status == Challenge.Status.ACCEPTED for place in self.places.all())

    @property
    def server_digest(self) -> str:
        """As of a challenge."""
        return bytes_digest(self.server)


class Challenge(TimeControl):
    """An offer to play: to a player, to an email address, or to anyone (both empty), who must then be rated from
    ``least`` to ``most`` where these are given. One that is ``by_link`` is listed nowhere: it is for whoever has been
    sent its link. One with a ``gathering`` offers a seat there: accepting it takes the seat, and what the player then
    gives to the seed is ``given``."""

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

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
    by_link = models.BooleanField(default=False, db_default=False, help_text="For whoever has been sent its link.")
    game_slug = models.SlugField(max_length=32)
    options = models.JSONField()
    least = models.IntegerField(_("lowest rating"), null=True, blank=True)
    most = models.IntegerField(_("highest rating"), null=True, blank=True)
    first = models.CharField(max_length=4, choices=First, default=First.LOT)
    message = models.CharField(max_length=500, blank=True)
    server = models.CharField(
        max_length=64, default=new_seed, db_default="", editable=False, help_text="The server’s bytes for the seed."
    )
    contribution = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="What the challenger gives to the seed.",
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge")
    rematch_of = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematches",
        db_index=False,
        verbose_name=_("rematch of"),
    )

    gathering = models.ForeignKey(
        Gathering, null=True, blank=True, on_delete=models.CASCADE, related_name="places", verbose_name=_("table")
    )
    given = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="What who has taken the seat gives to the seed."
    )

    was_open = models.BooleanField(default=False, db_default=False, help_text="The seat was free for anyone.")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["status", "expires_at"], name="challenge_by_status"),
            models.Index(
                fields=["rematch_of"], name="challenge_to_rematch", condition=models.Q(rematch_of__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"challenge #{self.pk}"

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def led_to(self) -> Match | None:
        """The match that came of it."""
        return self.match if self.gathering is None else self.gathering.match

    @property
    def has_draws(self) -> bool:
        """Whether anything will be drawn from the seed of the match."""
        return self.game.has_chance or self.first == self.First.LOT

    @property
    def server_digest(self) -> str:
        """What is shown of the server's bytes before anyone accepts: their SHA-256; "" for a challenge of before."""
        return bytes_digest(self.server)

    @property
    def is_open(self) -> bool:
        """Whether anyone may take it."""
        return self.opponent_id is None and not self.opponent_email

    @property
    def addressed_to(self) -> str:
        """Whom it is for, as the challenger may see it: who reads the email of an address that was typed stays
        unsaid until the challenge is accepted."""
        if self.opponent_email and self.status != self.Status.ACCEPTED:
            return self.opponent_email
        if self.opponent:
            return self.opponent.display_name
        if self.by_link:
            return pgettext("whom a challenge is for", "whoever has the link")
        return self.opponent_email or pgettext("whom a challenge is for", "anyone")


class Link(models.Model):
    """A signed link in an email, or the address that takes replies to it. Only the token's hash is stored; it is bound
    to one user and one purpose: a turn (seat and number), resigning a match or asking for a rematch (seat), or an
    answer to a challenge.

    One for lines that a reply had beside its turn has the ``mail`` that offers to send them, one that a visitor asked
    for to take up an offer by link the ``mail`` that it is in. A reply has a seat or a challenge; ``number`` is the
    turn that the email asked for, if any, and ``log_length`` how much of the match its reader knew.
    """

    class Purpose(models.TextChoices):
        TURN = "turn", "play a turn"
        CHALLENGE = "challenge", "answer a challenge"
        REPLY = "reply", "reply to a mail"
        RESIGN = "resign", "reply that resigns"
        RESIGN_PAGE = "resignpage", "resign a match"
        REMATCH = "rematch", "ask for a rematch"
        LINES = "lines", "send lines of a reply"

    token_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=10, choices=Purpose)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(null=True, blank=True)
    log_length = models.PositiveIntegerField(null=True, blank=True)
    challenge = models.ForeignKey(Challenge, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    mail = models.ForeignKey("mail.OutboxMail", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"link #{self.pk}"
