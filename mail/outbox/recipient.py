"""The person an email is for, and their language, time zone and wishes."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import TurnMail, User
from accounts.names.display_names import is_the_sites
from i18n.text import noop, say
from mail.models import OutboxMail
from timekeeping.time_zones import known_zone

HOW_TURNS_COME = {
    TurnMail.EACH: noop("we’ll email you when it’s your turn"),
    TurnMail.UNTIL_RETURN: noop("we’ll email you when it’s your turn, or have done so since your last visit"),
    TurnMail.DIGEST: noop("your daily email will tell you when it’s your turn"),
    TurnMail.NONE: noop("look at the site for your turn"),
}


@dataclass(frozen=True, slots=True)
class Recipient:
    """An address, and the player who has it, if any."""

    address: str
    user: User | None = None

    @classmethod
    def of(cls, mail: OutboxMail) -> Recipient:
        return cls(mail.to or (mail.user.email if mail.user else ""), mail.user)

    @property
    def name(self) -> str:
        """The name by which to address the reader; "" for a guest who still has a name from the site."""
        if self.user is None or (self.user.is_guest and is_the_sites(self.user.display_name)):
            return ""
        return self.user.display_name

    @property
    def language(self) -> str:
        return self.user.language if self.user else settings.LANGUAGE_CODE

    @property
    def zone(self) -> zoneinfo.ZoneInfo | None:
        return known_zone(self.user.time_zone) if self.user else None

    @property
    def turn_mail(self) -> TurnMail:
        """The reader's choice of when to get emails about turns; someone without an account gets one each time."""
        return TurnMail(self.user.turn_mail) if self.user else TurnMail.EACH

    @property
    def how_turns_come(self) -> str:
        """The way in which the reader hears of a turn, as a clause."""
        return say(HOW_TURNS_COME[self.turn_mail])

    @property
    def wants_no_mail(self) -> bool:
        """True for a guest who has turned off emails: a guest has only one switch, the one for emails about turns."""
        return self.user is not None and self.user.is_guest and self.turn_mail == TurnMail.NONE

    @contextmanager
    def in_their_language(self) -> Iterator[None]:
        """Activate the reader's language and time zone for the context."""
        with translation.override(self.language), timezone.override(self.zone):
            yield
