"""The result of checking one part of the site."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from i18n.text import begun
from matches.time_control.words import from_now, span

State = Literal["good", "warn", "bad"]

MOST_COUNTED = 1000  # rows that are counted at most
TITLES = {  # as in the middle of a sentence
    "addresses": pgettext_lazy("part of the site", "addresses"),
    "broker": pgettext_lazy("part of the site", "broker"),
    "backup": pgettext_lazy("part of the site", "backup"),
    "restored": pgettext_lazy("part of the site", "restored database"),
    "clock_skew": pgettext_lazy("part of the site", "clock skew"),
    "clocks_held": pgettext_lazy("part of the site", "clocks waiting for email"),
    "clocks_stopped": pgettext_lazy("part of the site", "clocks paused"),
    "computers": pgettext_lazy("part of the site", "computer players"),
    "database": pgettext_lazy("part of the site", "database"),
    "disk": pgettext_lazy("part of the site", "disk"),
    "mails_failed": pgettext_lazy("part of the site", "emails failed"),
    "mails_parked": pgettext_lazy("part of the site", "emails given up"),
    "mails_refused": pgettext_lazy("part of the site", "emails refused"),
    "mails_waiting": pgettext_lazy("part of the site", "emails waiting"),
    "outages": pgettext_lazy("part of the site", "outages"),
    "replies_collected": pgettext_lazy("part of the site", "replies collected"),
    "replies_set_aside": pgettext_lazy("part of the site", "replies set aside"),
    "replies_waiting": pgettext_lazy("part of the site", "replies waiting"),
    "standstills": pgettext_lazy("part of the site", "idle matches"),
    "sweep": pgettext_lazy("part of the site", "sweep"),
    "version": pgettext_lazy("part of the site", "version"),
    "webhooks_failing": pgettext_lazy("part of the site", "webhooks failing"),
    "webhooks_unsent": pgettext_lazy("part of the site", "webhooks given up"),
    "webhooks_waiting": pgettext_lazy("part of the site", "webhooks waiting"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """A link for the host to more about a check."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check. ``words`` say what was found, ``advice`` what to do about it, if anything.

    They are in the active language, and anyone may read them; ``detail`` and ``way`` are for the host.
    """

    name: str
    state: State
    words: str
    advice: str = ""
    detail: str = ""
    way: Way | None = None

    @property
    def within(self) -> str:
        """The name of the part that was checked, for use within a sentence."""
        return str(TITLES[self.name])

    @property
    def title(self) -> str:
        return begun(self.within)


def bad(checks: Iterable[Check]) -> list[Check]:
    return [check for check in checks if check.state == "bad"]


def count_up_to_most(rows: QuerySet[Any]) -> int:
    """Count the rows, or return ``MOST_COUNTED`` if there are that many or more."""
    return rows.order_by()[:MOST_COUNTED].count()


def amount(number: int) -> str:
    """Write a count within a sentence: "3", "1000 or more"."""
    return _("%(number)s or more") % {"number": number} if number >= MOST_COUNTED else str(number)


def length(time: timedelta) -> str:
    """Write a length of time in words, in seconds below two minutes: "40 seconds", "5 minutes", "2 days 3 hours"."""
    seconds = max(0, round(time.total_seconds()))
    if seconds >= 120:
        return span(timedelta(seconds=seconds))
    return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}


def ago(time: timedelta) -> str:
    """Write how long ago something was, in seconds below two minutes: "40 seconds ago", "5 minutes ago"."""
    seconds = max(0, round(time.total_seconds()))
    if seconds >= 120:
        return from_now(-timedelta(seconds=seconds))
    return ngettext("%(number)s second ago", "%(number)s seconds ago", seconds) % {"number": seconds}
