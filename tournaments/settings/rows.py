"""The settings of events and seasons, one row for each.

A setting is a column, a field in a form, and its row here, from which the rest follows: where the form asks for it and
of which formats, when it can't be changed any more, what is wrong with a number, what it is in formats that don't have
it, its fact in words, and whether playoffs and archives have it. What concerns two settings together is checked in
`validate.py`; facts that need more than a choice, a number or yes and no are said in `describe.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from i18n.text import noop
from tournaments.models import Event, EventTerms, Season

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.formats.format import Format

MOST_ROUNDS = 20
MOST_PLACES = 1000
MOST_TIE_BREAKS = 6
TWO_WEEKS = 14 * 24  # in hours
KEPT: Final = object()
"""In place of a value: formats that don't have the setting leave it as it is."""
TIE_BREAK_FIELDS = tuple(f"tie_break_{place}" for place in range(1, MOST_TIE_BREAKS + 1))


class Until(Enum):
    """The time until which a setting can be changed."""

    ALWAYS = auto()
    OVER = auto()
    BEGUN = auto()  # since all matches have the same terms, and all rounds the same rules
    BEGUN_AND_DONE = auto()  # since it only matters before
    LINE_UP = auto()  # of a season, until its line-up is published


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole numbers that a setting can be, and the sentence for others. An empty column is never wrong."""

    least: int
    most: int | None
    wrong: StrPromise

    def why_not(self, number: int | None) -> str:
        if number is None or (self.least <= number and (self.most is None or number <= self.most)):
            return ""
        return str(self.wrong) % {"least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of an event or a season.

    ``name`` is the column. ``part`` is the part of the form and of the facts that has it, in the order of the rows;
    ``folded`` fields usually keep their value. The form's ``fields`` that ask for it are one of the same name, unless
    others are named. They matter only if the setting ``only_if`` names has that value. If it is ``by_format``, only
    formats that name it among their ``settings`` ask for it, and in others it is ``unused``.

    Its fact has a ``label``, and for yes or no the words ``yes`` and ``no`` ("" for a fact that isn't told); or it is
    ``told_with`` another setting. ``events`` and ``seasons`` say whose forms ask for it. Playoffs take it over if it is
    ``in_playoffs``; older archives lack it if it is ``newer``.
    """

    name: str
    part: str
    until: Until
    fields: tuple[str, ...] | None = None
    folded: bool = False
    by_format: bool = False
    only_if: tuple[str, object] | None = None
    unused: Any = KEPT
    whole: Whole | None = None
    label: str = ""
    yes: str = ""
    no: str = ""
    told_with: str = ""
    events: bool = True
    seasons: bool = True
    in_playoffs: bool = False
    newer: bool = False

    @property
    def column(self) -> models.Field[Any, Any]:
        """The setting's column in events."""
        found = Event._meta.get_field(self.name)
        assert isinstance(found, models.Field)
        return found

    @property
    def asked_by(self) -> tuple[str, ...]:
        """The form's fields that ask for it."""
        return (self.name,) if self.fields is None else self.fields

    def is_in(self, rules: Format) -> bool:
        """Return whether events of that format have the setting."""
        return not self.by_format or self.name in rules.settings

    def matters(self, terms: EventTerms) -> bool:
        """Return whether the setting changes anything, given the format and the setting that it depends on."""
        if not self.is_in(terms.rules):
            return False
        return self.only_if is None or getattr(terms, self.only_if[0]) == self.only_if[1]


_EVENT = (
    Setting("name", "event", Until.ALWAYS, label=noop("Name")),
    Setting("club", "event", Until.ALWAYS, label=noop("Club"), seasons=False),
    Setting("description", "event", Until.ALWAYS, seasons=False),
    Setting("is_public", "event", Until.ALWAYS, fields=("seen_by",), label=noop("Visible to"), in_playoffs=True),
    Setting("club_only", "event", Until.ALWAYS, fields=(), told_with="is_public", in_playoffs=True, newer=True),
)
_GAME = (
    Setting("options", "game", Until.BEGUN, fields=(), label=noop("Game"), in_playoffs=True),
    Setting(
        "draws",
        "game",
        Until.BEGUN,
        folded=True,
        by_format=True,
        label=noop("Draws"),
        yes=noop("players may agree a draw"),
        no=noop("players cannot agree a draw"),
        in_playoffs=True,
    ),
    Setting(
        "rated",
        "game",
        Until.BEGUN,
        folded=True,
        by_format=True,
        unused=False,
        label=noop("Ratings"),
        yes=noop("matches count for them"),
        no=noop("matches do not count"),
        in_playoffs=True,
    ),
    Setting(
        "analysis",
        "game",
        Until.BEGUN,
        folded=True,
        label=noop("Analysis"),
        yes=noop("allowed during a match"),
        no=noop("only after a match"),
        in_playoffs=True,
        newer=True,
    ),
)
_FORMAT = (
    Setting("format", "format", Until.BEGUN, label=noop("Format")),
    Setting(
        "rounds",
        "format",
        Until.OVER,
        by_format=True,
        whole=Whole(1, MOST_ROUNDS, _("Choose 1 to %(most)s rounds.")),
        label=noop("Rounds"),
    ),
    Setting("table_size", "format", Until.BEGUN, by_format=True, label=noop("Players at a table"), newer=True),
    Setting("table_points", "format", Until.BEGUN, by_format=True, label=noop("Points"), newer=True),
    Setting("even_tables", "format", Until.BEGUN, fields=(), told_with="table_points", newer=True),
    Setting(
        "cycles",
        "format",
        Until.BEGUN,
        by_format=True,
        whole=Whole(1, 2, _("Everyone meets everyone once or twice.")),
        told_with="format",
    ),
    Setting(
        "at_once",
        "format",
        Until.OVER,
        by_format=True,
        whole=Whole(0, 60, _("A player has at most %(most)s matches at the same time.")),
        label=noop("Matches at the same time"),
    ),
    Setting("decides", "format", Until.BEGUN, by_format=True, label=noop("A drawn match is decided by"), seasons=False),
    Setting(
        "most_further",
        "format",
        Until.BEGUN,
        by_format=True,
        whole=Whole(1, 5, _("There are 1 to %(most)s further matches.")),
        label=noop("Further matches"),
        seasons=False,
    ),
    Setting(
        "third_place",
        "format",
        Until.BEGUN,
        by_format=True,
        label=noop("Third place"),
        yes=noop("played for"),
        no=noop("shared by the losing semifinalists"),
        seasons=False,
    ),
    Setting("points", "format", Until.BEGUN, folded=True, by_format=True, label=noop("Points"), in_playoffs=True),
    Setting(
        "tie_breaks",
        "format",
        Until.OVER,
        fields=("tie_break_order", *TIE_BREAK_FIELDS),
        folded=True,
        by_format=True,
        unused=[],
        label=noop("Tie-breaks"),
    ),
    Setting(
        "most_difference",
        "format",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=None,
        whole=Whole(1, None, _("At least 1 point of a match’s difference counts; leave it empty for all.")),
        label=noop("Counts for tie-breaks"),
    ),
    Setting("seeding", "format", Until.BEGUN, folded=True, by_format=True, label=noop("Seeding")),
    Setting("accelerated", "format", Until.BEGUN, folded=True, by_format=True, unused=False, told_with="format"),
)
_ENTERING = (
    Setting("registration", "entering", Until.OVER, label=noop("Entering"), seasons=False),
    Setting(
        "places",
        "entering",
        Until.OVER,
        whole=Whole(2, MOST_PLACES, _("An event has 2 to %(most)s places; leave it empty for no limit.")),
        label=noop("Places"),
        seasons=False,
    ),
    Setting("closes_at", "entering", Until.BEGUN_AND_DONE, label=noop("Entries until")),
    Setting("check_in", "entering", Until.BEGUN_AND_DONE, folded=True, label=noop("Check-in"), seasons=False),
    Setting(
        "check_in_hours",
        "entering",
        Until.BEGUN_AND_DONE,
        folded=True,
        only_if=("check_in", True),
        whole=Whole(1, TWO_WEEKS, _("Check-in opens 1 to %(most)s hours before the start.")),
        told_with="check_in",
        seasons=False,
    ),
    Setting(
        "late_until",
        "entering",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=0,
        label=noop("Late entry"),
        seasons=False,
    ),
    Setting(
        "late_bye",
        "entering",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=Event.LateBye.ZERO,
        told_with="late_until",
        seasons=False,
    ),
    Setting("half_byes", "entering", Until.OVER, folded=True, by_format=True, unused=0, label=noop("Half a point")),
)
_ROUNDS = (
    Setting("starts_at", "rounds", Until.BEGUN_AND_DONE, label=noop("Start")),
    Setting("ends_at", "rounds", Until.LINE_UP, label=noop("End"), events=False),
    Setting("at_end", "rounds", Until.LINE_UP, events=False),
    Setting(
        "more_days",
        "rounds",
        Until.LINE_UP,
        only_if=("at_end", Season.AtEnd.EXTEND),
        whole=Whole(1, 60, _("Choose 1 to %(most)s extra days.")),
        events=False,
    ),
    Setting(
        "publishes_itself",
        "rounds",
        Until.OVER,
        label=noop("A round is published"),
        yes=noop("automatically"),
        no=noop("by an organiser"),
        in_playoffs=True,
    ),
    Setting(
        "break_hours",
        "rounds",
        Until.OVER,
        by_format=True,
        whole=Whole(1, TWO_WEEKS, _("The break between two rounds is 1 to %(most)s hours long.")),
        label=noop("Break between two rounds"),
        newer=True,
    ),
    Setting(
        "round_days",
        "rounds",
        Until.OVER,
        whole=Whole(1, 365, _("A round takes 1 to %(most)s days.")),
        label=noop("A round takes"),
        in_playoffs=True,
    ),
    Setting("unfinished", "rounds", Until.OVER, label=noop("Unfinished matches"), in_playoffs=True),
    Setting(
        "extension_days",
        "rounds",
        Until.OVER,
        only_if=("unfinished", Event.Unfinished.EXTEND),
        whole=Whole(1, 60, _("Choose 1 to %(most)s extra days.")),
        told_with="unfinished",
        in_playoffs=True,
    ),
    Setting("round_start", "rounds", Until.OVER, folded=True, label=noop("A round starts")),
    Setting(
        "withdraws_no_shows",
        "rounds",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=False,
        label=noop("Round 1 no-shows"),
        yes=noop("are withdrawn"),
        no=noop("stay in"),
        seasons=False,
    ),
    Setting("leaver", "rounds", Until.OVER, folded=True, by_format=True, label=noop("Matches of a player who leaves")),
    Setting(
        "computer_byes",
        "rounds",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=False,
        label=noop("If the number is odd"),
        yes=noop("one player has a bye and plays the computer for practice"),
        no=noop("one player has a bye"),
        newer=True,
    ),
    Setting(
        "shows_forbidden",
        "rounds",
        Until.OVER,
        folded=True,
        by_format=True,
        unused=False,
        label=noop("Forbidden pairs"),
        yes=noop("shown to players, with the reasons"),
        seasons=False,
        newer=True,
    ),
)
_TIME = (  # the form asks for most of it together, as `matches/clocks/time_form.py` does
    Setting("clock_start", "time", Until.BEGUN, fields=(), label=noop("Time control")),
    Setting("clock_increment", "time", Until.BEGUN, fields=(), told_with="clock_start"),
    Setting("clock_cap", "time", Until.BEGUN, fields=(), told_with="clock_start"),
    Setting("weekends", "time", Until.BEGUN, told_with="clock_start"),
    Setting("nights", "time", Until.BEGUN, told_with="clock_start"),
    Setting("at_zero", "time", Until.BEGUN, told_with="clock_start"),
    Setting("passes", "time", Until.BEGUN, fields=(), told_with="clock_start"),
    Setting("baton", "time", Until.BEGUN, told_with="clock_start", newer=True),
    Setting("vacation_pool", "time", Until.BEGUN, fields=(), told_with="clock_start"),
)
_DIVISIONS = (
    Setting("up", "divisions", Until.LINE_UP, events=False),
    Setting("down", "divisions", Until.LINE_UP, events=False),
    Setting("vacancies", "divisions", Until.LINE_UP, events=False),
    Setting("newcomers", "divisions", Until.LINE_UP, events=False),
    Setting("keeps", "divisions", Until.LINE_UP, events=False),
    Setting("replacements", "away", Until.LINE_UP, by_format=True, events=False),
    Setting(
        "replace_days",
        "away",
        Until.LINE_UP,
        by_format=True,
        whole=Whole(1, 30, _("A place can stay free for 1 to %(most)s days.")),
        events=False,
    ),
    Setting("cards", "away", Until.LINE_UP, events=False),
    Setting("warnings", "away", Until.LINE_UP, whole=Whole(0, 5, _("Choose at most %(most)s warnings.")), events=False),
)

SETTINGS: Final = (*_EVENT, *_GAME, *_FORMAT, *_ENTERING, *_ROUNDS, *_TIME, *_DIVISIONS)
OF_EVENTS: Final = tuple(row for row in SETTINGS if row.events)
OF_SEASONS: Final = tuple(row for row in SETTINGS if row.seasons)
