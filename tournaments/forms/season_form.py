"""The form of a season: what its divisions' events have in common, and how divisions follow from season to season."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.game import Game
from fortify_site.accounts.models import User
from tournaments.leagues.making import TERMS, Plan, as_event, faults_in
from tournaments.models import League, Season
from tournaments.setting_up.faults import Fault

from .event_fields import CUP, ROUND_ROBIN, TIE_BREAK_FIELDS, moment, number, one_of
from .event_form import LAYOUT as EVENT_LAYOUT
from .event_form import EventForm, Layout, choices_of

LONGEST_NAME = 40
NOT_COPIED = ("name", "starts_at", "ends_at", "closes_at")
OWN_FIELDS = ("up", "down", "vacancies", "newcomers", "keeps", "ends_at", "at_end", "more_days")
OF_ONE_EVENT = (
    *("club", "description", "registration", "places", "check_in", "check_in_hours", "late_until", "late_bye"),
    *("decides", "most_further", "third_place"),
)
_format, _rounds = (next(part for part in EVENT_LAYOUT if part[0] == key) for key in ("format", "rounds"))


class SeasonForm(EventForm):
    """``plan()`` is what was chosen, once it is valid. ``season`` is the one to change, or ``like`` one to begin a new
    one with."""

    LAYOUT: ClassVar[Layout] = (
        ("event", _("The season"), ("name", "closes_at", "starts_at", "ends_at", "is_public"), (), ""),
        (
            "divisions",
            _("Divisions"),
            ("sizes", "up", "down"),
            ("vacancies", "newcomers", "keeps"),
            _("Free places, newcomers, and who skips a season"),
        ),
        ("game", _("What is played"), (), ("draws", "rated"), _("Draws and ratings")),
        _format,
        (
            "rounds",
            _("Rounds"),
            ("at_end", "more_days", "round_days", "unfinished", "extension_days"),
            ("half_byes", *_rounds[3]),
            _("How rounds follow, and who leaves"),
        ),
    )
    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {
        **{name: asked for name, asked in EventForm.ASKED_WHEN.items() if name not in OF_ONE_EVENT},
        "more_days": ("at_end", Season.AtEnd.EXTEND),
    }

    name = forms.CharField(
        label=_("Name of the season"),
        max_length=LONGEST_NAME,
        error_messages={"required": _("Give the season a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    closes_at = moment(_("Registration until"), help_text=_("By your own clock. Empty: until you publish the line-up."))
    starts_at = moment(_("Start"), help_text=_("All divisions begin together. Empty: when you publish the line-up."))
    ends_at = moment(
        _("End"), help_text=_("From then on no round begins. Empty: when all is played and you end the season.")
    )
    at_end = one_of(_("Matches that are not over at the season’s end"), Season.AtEnd.choices)
    more_days = number(
        _("How many more days they get then"),
        _("Write a whole number: how many more days they get then."),
        required=True,
        when=("at_end", Season.AtEnd.EXTEND),
    )
    sizes = forms.CharField(
        label=_("Players in each division, from the top"),
        max_length=120,
        help_text=_("Such as 8, 8, 8 for three divisions of eight."),
        error_messages={"required": _("Write how many players each division has, such as 8, 8, 8.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    up = number(_("How many go up from each division"), _("Write a whole number: how many go up."), required=True)
    down = number(_("How many go down from each division"), _("Write a whole number: how many go down."), required=True)
    vacancies = one_of(_("Who gets a place that is free"), Season.Vacancies.choices)
    newcomers = one_of(_("Where newcomers start"), Season.Newcomers.choices)
    keeps = number(
        _("For how many seasons missed a player keeps their division"),
        _("Write a whole number: for how many seasons missed a player keeps their division."),
        required=True,
        help_text=_("As far as there is room. 0: who skips a season is a newcomer."),
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
        self._choices("format", [each for each in choices_of("format") if each[0] != CUP])

    def clean_sizes(self) -> list[int]:
        typed = self.cleaned_data["sizes"].replace(";", ",").replace("+", ",")
        sizes = [part.strip() for part in typed.split(",") if part.strip()]
        if not all(each.isascii() and each.isdigit() and len(each) <= 3 for each in sizes):
            raise forms.ValidationError(gettext("Write how many players each division has, such as 8, 8, 8."))
        return [int(each) for each in sizes]

    def faults(self) -> list[Fault]:
        return faults_in(self.season, self.plan())

    def plan(self) -> Plan:
        terms = {name: value for name, value in self.settings().items() if name in TERMS}
        own = {name: self._value(name) for name in OWN_FIELDS}
        return Plan(terms | own, self.cleaned_data["sizes"], self.leave_terms())


def _values_of(season: Season) -> dict[str, Any]:
    sizes = season.divisions.order_by("level").values_list("size", flat=True)
    return {**{name: getattr(season, name) for name in OWN_FIELDS}, "sizes": ", ".join(map(str, sizes))}


def _first_values(league: League) -> dict[str, Any]:
    """Of a league that has had no season yet."""
    usual = Season(league=league)
    return {**{name: getattr(usual, name) for name in OWN_FIELDS}, "sizes": "8, 8", "format": ROUND_ROBIN, "at_once": 2}


def _next_name(league: League) -> str:
    return gettext("Season %(number)s") % {"number": league.seasons.count() + 1}


def field_names() -> frozenset[str]:
    """Of the fields that an address may fill in."""
    return frozenset((*SeasonForm.base_fields, *TIE_BREAK_FIELDS)) - set(OF_ONE_EVENT)
