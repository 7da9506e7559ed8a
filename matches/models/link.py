"""The links in emails, and the addresses that take replies."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .match import Seat
from .offer import Offer


class Link(models.Model):
    """A signed link in an email, or the address that takes replies to it. Only the token's hash is stored.

    It is bound to one user and one purpose: a turn (seat and number), resigning a match or asking for a rematch (seat),
    or an answer to an offer.

    A link for lines that a reply had beside its turn has the ``mail`` that offers to send them; one that a visitor
    asked for to take up an offer by link has the ``mail`` that it is in. A reply has a seat or an offer; ``number`` is
    the turn that the email asked for, if any, and ``log_length`` how much of the match its reader knew.
    """

    class Purpose(models.TextChoices):
        TURN = "turn", "play a turn"
        OFFER = "offer", "answer an offer"
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
    offer = models.ForeignKey(Offer, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    mail = models.ForeignKey("mail.OutboxMail", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"link #{self.pk}"
