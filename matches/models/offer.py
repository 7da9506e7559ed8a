"""A match to be set up, and its places for players who may join."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import User
from engine.game import Game
from engine.games import game

from .match import Match, bytes_digest, new_seed
from .time_control import TimeControl


class Offer(TimeControl):
    """A match that its host offers to play, for a number of ``seats``. The host has one, and each other is a ``Place``.

    An offer of one seat is a match to play alone. One of two is a challenge; one of more, or for a team, is a table.

    The match begins once all places are taken, or earlier when the host of a table says so. Free places are for players
    rated from ``least`` to ``most`` if these are given. ``by_link``: free places are listed nowhere, and are for
    players who have been sent the link. ``first`` is who has the first of two seats.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        BEGUN = "begun", _("begun")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    class First(models.TextChoices):
        ME = "me", "me"
        YOU = "you", "my opponent"
        LOT = "lot", "drawn by lot"

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers", verbose_name=_("host")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=2)
    game_slug = models.SlugField(max_length=32)
    options = models.JSONField()
    first = models.CharField(max_length=4, choices=First, default=First.LOT)
    least = models.IntegerField(_("lowest rating"), null=True, blank=True)
    most = models.IntegerField(_("highest rating"), null=True, blank=True)
    message = models.CharField(max_length=500, blank=True)
    by_link = models.BooleanField(_("free seats by link"), default=False)
    server = models.CharField(
        max_length=64, default=new_seed, editable=False, help_text="The server’s bytes for the seed."
    )
    contribution = models.CharField(max_length=64, blank=True, default="", help_text="What the host gives to the seed.")
    rematch_of = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematches",
        db_index=False,
        verbose_name=_("rematch of"),
    )
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.OPEN)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires at"))
    ended_at = models.DateTimeField(
        null=True, blank=True, help_text="When it began, was declined or withdrawn, or expired."
    )
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="offer", verbose_name=_("match")
    )

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["status", "expires_at"], name="offer_by_status"),
            models.Index(fields=["rematch_of"], name="offer_of_rematch", condition=models.Q(rematch_of__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"offer #{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("matches:table" if self.is_table else "matches:challenge", args=[self.pk])

    @property
    def game(self) -> Game:
        return game(self.game_slug)

    @property
    def is_table(self) -> bool:
        """Return whether it is a table rather than a challenge.

        ``matches.offers.shown.tables`` is the condition for that.
        """
        return self.seats != 2 or self.game.together

    @property
    def is_open(self) -> bool:
        """Return whether it can still be taken up, as far as the offer itself decides that."""
        return self.status == self.Status.OPEN and self.expires_at > timezone.now()

    @property
    def taken(self) -> int:
        """The number of seats taken, including the host's."""
        return 1 + sum(place.answer == Place.Answer.ACCEPTED for place in self.places.all())

    @property
    def free(self) -> int:
        """The number of seats for anyone, or for anyone who has the link."""
        return sum(place.is_free for place in self.places.all())

    @property
    def has_draws(self) -> bool:
        """Return whether anything will be drawn from the seed of the match."""
        return self.game.has_chance or self.first == self.First.LOT

    @property
    def server_digest(self) -> str:
        """The SHA-256 of the server's bytes, shown before anyone accepts."""
        return bytes_digest(self.server)

    def has_part(self, reader: User | AnonymousUser) -> bool:
        """Return whether the reader is the host, or was asked or seated."""
        return isinstance(reader, User) and (
            reader.pk == self.host_id or any(place.player_id == reader.pk for place in self.places.all())
        )


class Place(models.Model):
    """A seat of an offer that someone other than its host may take.

    It is for a player, for the reader of an ``address`` (the ``player`` then, too), or ``for_anyone``. The player who
    takes a free place is stored as ``player``, and what they give to the seed as ``contribution``.
    """

    class Answer(models.TextChoices):
        NONE = "", _("none")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    offer = models.ForeignKey(Offer, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="places"
    )
    address = models.EmailField(blank=True, help_text="The address the host typed; only the host is shown it.")
    for_anyone = models.BooleanField(default=False, help_text="The place was free for anyone.")
    answer = models.CharField(max_length=8, choices=Answer, blank=True, default=Answer.NONE)
    contribution = models.CharField(
        max_length=64, blank=True, default="", help_text="What the player gives to the seed."
    )
    made_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"place #{self.pk}"

    @property
    def is_free(self) -> bool:
        return self.for_anyone and self.player_id is None

    @property
    def is_taken(self) -> bool:
        return self.answer == self.Answer.ACCEPTED

    @property
    def is_declined(self) -> bool:
        return self.answer == self.Answer.DECLINED

    @property
    def awaits_answer(self) -> bool:
        """True if the place is promised to a player who hasn't answered. Only for an open offer."""
        return not (self.answer or self.for_anyone)

    @property
    def addressed_to(self) -> str:
        """The player or address it is for, as the host may see it.

        The host isn't told who reads the email of an address that was typed until they accept.
        """
        if self.address and not self.is_taken:
            return self.address
        if self.player:
            return self.player.display_name
        if self.offer.by_link:
            return pgettext("whom a challenge is for", "whoever has the link")
        return self.address or pgettext("whom a challenge is for", "anyone")
