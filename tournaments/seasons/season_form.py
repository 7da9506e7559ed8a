"""The form of a season: what its divisions' events have in common, and how divisions follow from season to season."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.game import Game
from matches.input.text import visible_line
from tournaments.events.settings.event_form import EventForm, Layout, laid_out
from tournaments.formats.format import Format
from tournaments.models import League, Season
from tournaments.models.formats import all_formats
from tournaments.pages.fields import moment, number, one_of
from tournaments.seasons.edit import TERMS, Plan, as_event, faults_in, usual_name
from tournaments.settings.rows import OF_EVENTS, OF_SEASONS, TIE_BREAK_FIELDS, Setting
from tournaments.settings.validate import Fault

LONGEST_NAME = 40
NOT_COPIED = ("name", "starts_at", "ends_at", "closes_at")
AWAY = ("replacements", "replace_days", "cards", "warnings")
OWN_FIELDS = tuple(setting.name for setting in OF_SEASONS if not setting.events)
OF_ONE_EVENT = tuple(name for setting in OF_EVENTS if not setting.seasons for name in setting.asked_by)


class SeasonForm(EventForm):
    """The form of a season; once valid, ``plan()`` is what was chosen.

    ``season`` is the one to change, ``like`` one to copy.
    """

    LAYOUT: ClassVar[Layout] = (
        ("event", _("Season"), ("name", "closes_at", "starts_at", "ends_at", "seen_by"), (), ""),
        (
            "divisions",
            _("Divisions"),
            ("sizes", "names", "up", "down"),
            ("vacancies", "newcomers", "keeps"),
            _("Free places, newcomers and missed seasons"),
        ),
        laid_out("game", _("Game"), _("Draws, ratings and analysis")),
        laid_out("format", _("Format"), _("Points, tie-breaks and seeding")),
        (
            "rounds",
            _("Rounds"),
            ("publishes_itself", "break_hours", "at_end", "more_days", "round_days", "unfinished", "extension_days"),
            ("half_byes", "round_start", "computer_byes"),
            _("Round schedule"),
        ),
        ("away", _("Leaving and no-shows"), AWAY, ("leaver",), _("If there’s no replacement")),
    )
    SETTINGS: ClassVar[tuple[Setting, ...]] = OF_SEASONS

    name = forms.CharField(
        label=_("Name of the season"),
        max_length=LONGEST_NAME,
        error_messages={"required": _("Give the season a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    closes_at = moment(
        _("Registration until"), help_text=_("In your own time zone. Empty: until you publish the line-up.")
    )
    starts_at = moment(_("Start"), help_text=_("All divisions start together. Empty: when you publish the line-up."))
    ends_at = moment(
        _("End"), help_text=_("No round starts after this. Empty: when everything is played and you end the season.")
    )
    at_end = one_of(_("Unfinished matches at the season’s end"), Season.AtEnd.choices)
    more_days = number(
        _("Extra days"),
        _("Enter the extra days as a whole number."),
        required=True,
    )
    replacements = one_of(
        _("Replacements for players who leave"),
        Season.Replacements.choices,
        help_text=_("The place is offered to the waiting list in order. You can also offer it to others."),
    )
    replace_days = number(
        _("Days a place stays free"),
        _("Enter the days a place stays free as a whole number."),
        required=True,
        help_text=_("Meanwhile, the matches are paused. Then the rule for players who leave applies."),
    )
    cards = one_of(_("Cards"), Season.Cards.choices)
    warnings = number(
        _("Warnings (yellow cards) before a player is out"),
        _("Enter the warnings as a whole number."),
        required=True,
        help_text=_("The next card is red. You can lift any card. 0: out at once."),
    )
    sizes = forms.CharField(
        label=_("Players in each division, top first"),
        max_length=120,
        help_text=_("For example 8, 8, 8 for three divisions of eight."),
        error_messages={"required": _("Enter the number of players in each division, for example 8, 8, 8.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    names = forms.CharField(
        label=_("Names of the divisions, top first"),
        max_length=400,
        required=False,
        help_text=_("For example Premier, Championship. Empty: Division 1, Division 2 and so on."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    up = number(_("Promoted from each division"), _("Enter the number promoted as a whole number."), required=True)
    down = number(_("Relegated from each division"), _("Enter the number relegated as a whole number."), required=True)
    vacancies = one_of(_("Free places go to"), Season.Vacancies.choices)
    newcomers = one_of(_("Newcomers start in"), Season.Newcomers.choices)
    keeps = number(
        _("Missed seasons before a player loses their division"),
        _("Enter the missed seasons as a whole number."),
        required=True,
        help_text=_("If there’s room. 0: players who miss a season return as newcomers."),
    )

    def __init__(
        self,
        game: Game,
        *args: Any,
        league: League,
        by: User,
        season: Season | None = None,
        like: Season | None = None,
        initial: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.season = season or Season(league=league, game_slug=game.slug)
        model = season or like
        start = _values_of(model) if model else _first_values(league)
        if season is None:
            start |= dict.fromkeys(NOT_COPIED) | {"name": _next_name(league)}
        event = as_event(model) if model else None
        super().__init__(game, *args, by=by, event=event, initial=start | (initial or {}), **kwargs)
        for name in OF_ONE_EVENT:
            self.fields.pop(name, None)

    def formats(self) -> list[Format]:
        """Return the formats to choose from, in which the game can be played and a season has divisions."""
        return [each for each in super().formats() if each.suits_divisions]

    def _is_unusual(self, field: forms.BoundField) -> bool:
        if field.name in OWN_FIELDS:
            return str(field.value()) != str(getattr(Season(), field.name))
        return super()._is_unusual(field)

    def clean_sizes(self) -> list[int]:
        typed = self.cleaned_data["sizes"].replace(";", ",").replace("+", ",")
        sizes = [part.strip() for part in typed.split(",") if part.strip()]
        if not all(each.isascii() and each.isdigit() and len(each) <= 3 for each in sizes):
            raise forms.ValidationError(gettext("Enter the number of players in each division, for example 8, 8, 8."))
        return [int(each) for each in sizes]

    def clean_names(self) -> list[str]:
        """Read the divisions' names; one left out between two commas gets the usual name."""
        names = [visible_line(part) for part in self.cleaned_data["names"].replace(";", ",").split(",")]
        while names and not names[-1]:
            names.pop()
        return names

    def faults(self) -> list[Fault]:
        return faults_in(self.season, self.plan())

    def plan(self) -> Plan:
        terms = {name: value for name, value in self.settings().items() if name in TERMS}
        terms["withdraws_no_shows"] = False  # there are cards for that
        own = {name: self._value(name) for name in OWN_FIELDS}
        return Plan(terms | own, self.cleaned_data["sizes"], self.vacation_terms(), self.cleaned_data["names"])


def _values_of(season: Season) -> dict[str, Any]:
    divisions = list(season.divisions.order_by("level"))
    names = ["" if each.name == usual_name(each.level) else each.name for each in divisions]
    return {
        **{name: getattr(season, name) for name in OWN_FIELDS},
        "sizes": ", ".join(str(each.size) for each in divisions),
        "names": ", ".join(names).rstrip(", "),
    }


def _first_values(league: League) -> dict[str, Any]:
    """Return the first values of the form for a league that has had no season yet."""
    usual = Season(league=league)
    seen_by = Season.SeenBy.CLUB if league.club.members_only else usual.seen_by
    return {
        **{name: getattr(usual, name) for name in OWN_FIELDS},
        "seen_by": seen_by.value,
        "sizes": "8, 8",
        "format": next(each.slug for each in all_formats() if each.is_usual_in_leagues),
        "at_once": 2,
    }


def _next_name(league: League) -> str:
    return gettext("Season %(number)s") % {"number": league.seasons.count() + 1}


def field_names() -> frozenset[str]:
    """Return the names of the fields that an address may fill in."""
    return frozenset((*SeasonForm.base_fields, *TIE_BREAK_FIELDS)) - set(OF_ONE_EVENT)
