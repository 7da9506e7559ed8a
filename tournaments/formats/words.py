"""Words in which formats differ, by what they are about; the defaults are those of most formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from i18n.text import noop

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class EntryWords(NamedTuple):
    """What enters an event, and how an email to a new player says that matches are announced.

    ``before_rounds`` is for events that begin on a date, or have begun; ``at_the_start`` for those that an organiser
    begins.
    """

    competitor: StrOrPromise = _("Player")
    before_rounds: StrOrPromise = _("Before each round you’ll get an email saying who your opponent is.")
    at_the_start: StrOrPromise = _(
        "An organiser will start the event; you’ll then get an email saying who your opponent is."
    )


class WhyNot(NamedTuple):
    """Why players can't do something in a format, in a sentence; "" if they can."""

    enter_late: StrOrPromise = ""
    miss_a_round: StrOrPromise = ""
    come_back: StrOrPromise = ""
    keep_apart: StrOrPromise = ""
    correct_a_bye: StrOrPromise = ""


class ByeWords(NamedTuple):
    """How organisers are asked about a round that a player misses.

    ``choices`` are what it may bring, by TRF's letters, and "" for playing it after all.
    """

    heading: StrOrPromise = _("Bye")
    label: StrOrPromise = _("Points for it")
    choices: Sequence[tuple[str, StrOrPromise]] = (
        ("F", _("a full point")),
        ("H", _("half a point")),
        ("Z", _("nothing")),
        ("", _("no bye: they play after all")),
    )

    @property
    def letters(self) -> frozenset[str]:
        """The letters of byes that organisers can give."""
        return frozenset(letter for letter, _words in self.choices if letter)


BYES = {
    "F": noop("Full-point bye in round %(number)s."),
    "H": noop("Half-point bye in round %(number)s."),
    "Z": noop("Zero-point bye in round %(number)s."),
}
"""What organisers read about a round that a player misses, by the bye."""
