"""The player's account, and what is stored with it."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable
from datetime import time
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from .names.computer_names import PlayerNameField
from .names.letter_case import FoldedField, NameField
from .names.lookalikes import LookField, SkeletonField
from .names.search_key import SearchKeyField


def languages() -> list[tuple[str, str]]:
    """Return the site's languages. Being a function, it lets a language be added without a migration."""
    return settings.LANGUAGES


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(gettext("This site doesn’t know a time zone called “%(name)s”.") % {"name": name})


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, display_name: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=email.strip().lower(), display_name=display_name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_player(self, email: str, display_name: str, password: str | None = None, **fields: Any) -> User:
        """Create a player whose address counts as confirmed, so that they can log in at once."""
        from allauth.account.models import EmailAddress  # noqa: PLC0415 (its models need this one)

        with transaction.atomic(using=self._db):
            user = self.create_user(email, display_name, password, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def create_guest(self, email: str, display_name: str, **fields: Any) -> User:
        """Create a guest: a player known only by an address that no one has confirmed yet."""
        from allauth.account.models import EmailAddress  # noqa: PLC0415 (its models need this one)

        with transaction.atomic(using=self._db):
            user = self.create_user(email, display_name, None, is_guest=True, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
        return user

    def create_superuser(self, email: str, display_name: str, password: str, **fields: Any) -> User:
        return self.create_player(email, display_name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class TurnMail(models.TextChoices):
    EACH = "each", gettext_lazy("An email each time it’s my turn")
    UNTIL_RETURN = "return", gettext_lazy("One email, then none until I’ve been back")
    DIGEST = "digest", gettext_lazy("One email a day, with all matches where it’s my turn")
    NONE = "none", gettext_lazy("No emails about turns; I check the site")


class OrganiserMail(models.TextChoices):
    EACH = "each", gettext_lazy("An email for each decision")
    DIGEST = "digest", gettext_lazy("One email a day, with all decisions")
    NONE = "none", gettext_lazy("No emails about decisions; I check the site")


NOWHERE = ".fortify.invalid"  # the end of addresses that no email can reach (RFC 2606, 2)

# Parts of a player's page that they can hide. For each there is a field ``shows_…``.
PARTS_OF_PAGE = ("results", "ratings", "running", "finished", "clubs", "events")


class User(AbstractBaseUser, PermissionsMixin):
    """A player: a member, a guest, or a computer.

    A guest is someone invited by email who hasn't claimed the account yet: without a password, playing from the emails
    alone. Visitors who play a computer are guests, too, known only by a cookie.
    """

    email = models.EmailField(
        max_length=254, unique=True, error_messages={"unique": gettext_lazy("That address is taken.")}
    )
    display_name = PlayerNameField(max_length=40)
    computer = models.CharField(
        gettext_lazy("computer’s strength"), max_length=8, null=True, blank=True, unique=True, editable=False
    )
    folded = FoldedField(of="display_name", db_index=True, help_text="The name in one letter case.")
    look = LookField(of="display_name", db_index=True, help_text="The name as it looks as it is written.")
    skeleton = SkeletonField(
        of="display_name",
        help_text="The name as it looks in any case; a tab and a number stand beside it "
        "where an older account’s name looks the same.",
    )
    search_key = SearchKeyField(of="display_name", help_text="The words of the name as they are searched by.")
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(max_length=12, default=settings.LANGUAGE_CODE, choices=languages)
    night_from = models.TimeField(
        default=time(22), help_text="When the nine hours begin for which clocks are paused, if a match has nights."
    )
    turn_mail = models.CharField(max_length=8, choices=TurnMail, default=TurnMail.EACH)
    digest_hour = models.PositiveSmallIntegerField(
        default=18, db_default=18, validators=[MaxValueValidator(23)], help_text="Of the mail of the day, there."
    )
    digest_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="The next such moment.")
    club_news = models.BooleanField(default=True, db_default=True, help_text="The news of the player’s clubs by mail.")
    invitations = models.BooleanField(
        default=True, db_default=True, help_text="Invitations to events and clubs by email, and offers of free places."
    )
    subjects_say = models.BooleanField(
        default=False, db_default=False, help_text="Emails about matches say “Your turn” and the like in the subject."
    )
    organiser_mail = models.CharField(
        max_length=8, choices=OrganiserMail, default=OrganiserMail.DIGEST, db_default=OrganiserMail.DIGEST
    )
    organiser_digest_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the next mail about all decisions is due, if any wait."
    )
    organiser_digest_of = models.CharField(
        max_length=16, blank=True, default="", db_default="", editable=False, help_text="What the last one told."
    )
    decisions = models.PositiveSmallIntegerField(
        default=0, db_default=0, editable=False, help_text="How many wait for the player as an organiser."
    )
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    told_by = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="The mail about a turn since which the player has not been back.",
    )
    for_members = models.BooleanField(
        default=False, db_default=False, help_text="Visitors see neither the player’s page nor their matches."
    )
    shows_results = models.BooleanField(gettext_lazy("Results by game and side"), default=True, db_default=True)
    shows_ratings = models.BooleanField(gettext_lazy("Ratings"), default=True, db_default=True)
    shows_running = models.BooleanField(gettext_lazy("Running matches"), default=True, db_default=True)
    shows_finished = models.BooleanField(gettext_lazy("Finished matches"), default=True, db_default=True)
    shows_clubs = models.BooleanField(gettext_lazy("Clubs"), default=True, db_default=True)
    shows_events = models.BooleanField(gettext_lazy("Events and places"), default=True, db_default=True)
    auto_advance = models.BooleanField(
        gettext_lazy("Open the next match after I’ve sent a turn"),
        default=False,
        db_default=False,
        help_text=gettext_lazy("The one with the least time left comes first."),
    )
    sounds = models.BooleanField(
        gettext_lazy("Quiet sounds for turns"),
        default=False,
        db_default=False,
        help_text=gettext_lazy("When you send a turn, and when your opponent’s turn arrives on an open page."),
    )
    hides_presence = models.BooleanField(
        gettext_lazy("Hide my local time, and when I was last here"),
        default=False,
        db_default=False,
        help_text=gettext_lazy("Your opponents otherwise see the day, never the hour, of your last visit."),
    )
    seen_at = models.DateTimeField(gettext_lazy("last here"), null=True, blank=True, editable=False)
    on_site_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="The last page that was opened logged in, to the hour."
    )
    visit_awaited = models.BooleanField(
        default=False, db_default=False, editable=False, help_text="The next such page is noted within the hour, too."
    )
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = "player"
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("email"),
                name="one_account_per_email",
                violation_error_message=gettext_lazy("That address is taken."),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["digest_at"], name="player_digest_due", condition=models.Q(turn_mail="digest")),
            models.Index(fields=["decisions"], name="player_decides", condition=models.Q(decisions__gt=0)),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None and "display_name" in update_fields:
            made = [field.name for field in self._meta.local_fields if isinstance(field, NameField)]
            update_fields = {*update_fields, *made}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_computer(self) -> bool:
        return self.computer is not None

    @property
    def has_mailbox(self) -> bool:
        """True if the player can be emailed at all. Computers can't, nor can guests known only by a cookie."""
        return not self.email.endswith(NOWHERE)

    @property
    def gets_no_emails(self) -> bool:
        """True for a guest who has turned emails off; a guest has one switch for all of them."""
        return self.is_guest and self.has_mailbox and self.turn_mail == TurnMail.NONE

    def clean(self) -> None:
        super().clean()
        self.email = self.email.strip().lower()


class Friend(models.Model):
    """A player whom ``owner`` has marked as a friend. Only the owner sees the mark."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friends")
    player = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "player"], name="one_mark_per_friend")]

    def __str__(self) -> str:
        return f"friend #{self.pk}"


class ClockChange(models.Model):
    """A change of time zone or night by a player in matches whose clocks follow them.

    Such changes are limited in number (``matches.vacation.time_zone_limit``).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="clock_changes")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "at"], name="clock_change_of_player")]

    def __str__(self) -> str:
        return f"clock change #{self.pk}"


class FormerName(models.Model):
    """A name that a player had until ``at``.

    For a while no one else can take it, and players can change names only so often (``display_names``).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=40)
    look = LookField(of="name", db_index=True)
    skeleton = SkeletonField(of="name", unique=False, db_index=True)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "at"], name="former_name_of_player")]

    def __str__(self) -> str:
        return f"former name #{self.pk}"
