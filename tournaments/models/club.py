"""A club, its members, its log and its news."""

from __future__ import annotations

import base64
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names.display_names import FORMER_PLAYER
from accounts.names.letter_case import FoldedField
from accounts.names.lookalikes import LookField, SkeletonField
from accounts.names.search_key import SearchKeyField
from i18n.fields import SentenceField
from i18n.text import say


def new_key() -> str:
    """Make a token for links, in a form that logs recognise; earlier tokens have another form, of 22 characters."""
    return base64.b32encode(secrets.token_bytes(20)).decode().lower()


class Club(models.Model):
    """A club. ``invitation_key`` is in the link by which anyone can join at once; a new key ends the old link."""

    class Joining(models.TextChoices):
        OPEN = "open", _("everyone can join at once")
        REQUEST = "request", _("on request, with an organiser’s approval")
        INVITATION = "invitation", _("by invitation only")

    name = models.CharField(max_length=80)
    folded = FoldedField(of="name", db_index=True, help_text="The name in one letter case.")
    look = LookField(of="name", db_index=True, help_text="The name as it looks as it is written.")
    skeleton = SkeletonField(of="name", help_text="The name as it looks in any case.")
    search_key = SearchKeyField(of="name", help_text="The words of the name as they are searched by.")
    slug = models.SlugField(max_length=60, unique=True)
    about = models.TextField(max_length=4000, blank=True)
    joining = models.CharField(max_length=10, choices=Joining, default=Joining.REQUEST)
    members_only = models.BooleanField(default=False, db_default=False, help_text="Others see none of its pages.")
    invitation_key = models.CharField(max_length=32, default=new_key)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now, help_text="When anything that its pages show last changed.")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])


class Membership(models.Model):
    """A player's membership of a club.

    ``name`` is what organisers call a person invited by email, ``address`` where the invitation went; both are deleted
    when the player has come.
    """

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("in a club", "owner")
        ORGANISER = "organiser", pgettext_lazy("in a club", "organiser")
        MEMBER = "member", pgettext_lazy("in a club", "member")

    class Status(models.TextChoices):
        INVITED = "invited", pgettext_lazy("in a club", "invited")
        APPLIED = "applied", pgettext_lazy("in a club", "waiting for approval")
        MEMBER = "member", pgettext_lazy("in a club", "member")
        LEFT = "left", pgettext_lazy("in a club", "former member")
        REFUSED = "refused", pgettext_lazy("in a club", "not accepted")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="memberships"
    )
    name = models.CharField(max_length=80, blank=True)
    address = models.EmailField(blank=True)
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    status = models.CharField(max_length=8, choices=Status, default=Status.MEMBER)
    words = models.CharField(max_length=300, blank=True, help_text="What who asked to join wrote.")
    since = models.DateTimeField(default=timezone.now, help_text="When the status was last changed.")
    was_refused = models.BooleanField(
        default=False, db_default=False, help_text="Turned down or removed before they were invited."
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player"),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "status", "since"], name="membership_by_status")]

    def __str__(self) -> str:
        return f"membership #{self.pk}"

    @property
    def shown_name(self) -> str:
        return self.player.display_name if self.player else self.name or say(FORMER_PLAYER)

    @property
    def name_for_organisers(self) -> str:
        """The name that organisers see.

        An invited person's email address isn't linked to an account until they accept.
        """
        return self.name or self.address or self.shown_name


class ClubLine(models.Model):
    """Something that was done in a club, by whom (``None``: by the site), and why. Members read it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    words = SentenceField()
    reason = SentenceField(blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-at"], name="log_of_club")]

    def __str__(self) -> str:
        return f"line #{self.pk} of a club"


class ClubNews(models.Model):
    """A message from the organisers to the members, by email and on the club's page."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    subject = models.CharField(max_length=120)
    text = models.TextField(max_length=4000)

    class Meta:
        verbose_name_plural = "club news"
        indexes: ClassVar = [models.Index(fields=["club", "-at"], name="news_of_club")]

    def __str__(self) -> str:
        return self.subject
