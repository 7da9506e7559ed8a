"""The part of a form that sets the time: a preset or own values, pauses, and what happens at zero."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from matches.clocks.terms_words import friendly_words
from matches.time_control.limits import MOST_PASSES, faults
from matches.time_control.presets import DEFAULT, GROUPS, OWN, PRESETS, Pace
from matches.time_control.time_control import DAY, HOUR, AtZero, TimeControl

OWN_TIMES = {
    "start": (gettext_noop("Each clock begins with"), ""),
    "increment": (
        gettext_noop("Each turn played adds"),
        gettext_noop("Empty: nothing, so the starting time is for the whole match."),
    ),
    "cap": (
        gettext_noop("A clock never holds more than"),
        gettext_noop("Empty: the starting time."),
    ),
}
OWN_FIELDS = [f"{part}_{unit}" for part in OWN_TIMES for unit in ("days", "hours")]


@dataclass(frozen=True, slots=True)
class OwnTime:
    """One of the three times of a control, as days and hours."""

    legend: str
    help: str
    days: forms.BoundField
    hours: forms.BoundField

    @property
    def fields(self) -> list[forms.BoundField]:
        return [self.days, self.hours]


def shown_when(name: str, value: str) -> dict[str, str]:
    """Return attributes of a control that challenge.js shows only while another field is shown and has that value.

    ``value`` may be several, with blanks between them.
    """
    return {"data-when-name": name, "data-when-value": value}


def _number(label: str, fault: str) -> forms.IntegerField:
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), _(fault))
    return forms.IntegerField(label=_(label), required=False, min_value=0, max_value=999, error_messages=messages)


def _days() -> forms.IntegerField:
    return _number(gettext_noop("days"), gettext_noop("Enter a whole number of days, from 0 to 999."))


def _hours() -> forms.IntegerField:
    return _number(gettext_noop("hours"), gettext_noop("Enter a whole number of hours, from 0 to 999."))


def paces() -> list[tuple[str, Any]]:
    """Return the presets in their groups, and last the choice of own values."""
    groups = [(gettext(name), [(key, pace.words) for key, pace in group.items()]) for name, group in GROUPS]
    return [*groups, (OWN, gettext("own values"))]


def pace_values(pace: Pace) -> dict[str, Any]:
    """Return the fields of a form that would choose this pace."""
    for key, preset in PRESETS.items():
        if preset == pace:
            return {"pace": key}
    values: dict[str, Any] = {"pace": OWN}
    for part, time in pace._asdict().items():
        values[f"{part}_days"] = time.days
        values[f"{part}_hours"] = time.seconds // 3600
    return values


def _passes() -> list[tuple[int, str]]:
    return [
        (times, ngettext("once", "%(number)s times", times) % {"number": times}) for times in range(1, MOST_PASSES + 1)
    ]


class TimeForm(forms.Form):
    """The time control, as ``control()``, ``cleaned_data["vacation"]`` and ``has_baton()``.

    ``ASKED_WHEN`` has the fields that matter only while another matters and has a certain value, or one of several with
    blanks between them; otherwise they are ignored. ``asked_when`` is that of one form.
    """

    AT_ZERO: ClassVar = [
        ("lose", _("The match is lost")),
        ("leave", _("Vacation days are used first, one at a time; then the match is lost")),
        ("pass", _("The player passes automatically, if the game allows it; then the match is lost")),
    ]
    AT_ZERO_IN_A_TEAM: ClassVar = [
        ("lose", _("The player is out of the match")),
        ("leave", _("Vacation days are used first, one at a time; then the player is out of the match")),
        ("pass", _("The player passes automatically, if the game allows it; then the player is out of the match")),
    ]
    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {
        "passes": ("at_zero", "pass"),
        **dict.fromkeys(OWN_FIELDS, ("pace", OWN)),
    }

    pace = forms.ChoiceField(
        label=_("Time control"),
        choices=paces,
        initial=DEFAULT,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a time control.")),
    )
    start_days = _days()
    start_hours = _hours()
    increment_days = _days()
    increment_hours = _hours()
    cap_days = _days()
    cap_hours = _hours()
    weekends = forms.BooleanField(
        label=_("Weekends pause the clock"),
        required=False,
        help_text=_("Saturday and Sunday in each player’s own time zone."),
    )
    nights = forms.BooleanField(
        label=_("Nights pause the clock"),
        required=False,
        help_text=_("Nine hours a night; each player sets when (default 22:00)."),
    )
    vacation = forms.BooleanField(label=_("Vacation pauses the clock"), required=False, initial=True)
    baton = forms.BooleanField(
        label=_("Turns pass on during vacation"),
        required=False,
        help_text=_("The turn of a player on vacation passes to the next one, so that the match continues."),
    )
    at_zero = forms.ChoiceField(
        label=_("When a player’s time runs out"),
        choices=AT_ZERO,
        initial="lose",
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose what happens when time runs out.")),
    )
    passes = forms.TypedChoiceField(
        label=_("At most how often in a match"),
        choices=_passes,
        coerce=int,
        initial=2,
        widget=forms.Select(attrs=shown_when("at_zero", "pass")),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose how many automatic passes.")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked_when = dict(self.ASKED_WHEN)
        self.fields["vacation"].help_text = friendly_words()

    @property
    def own_times(self) -> list[OwnTime]:
        return [
            OwnTime(gettext(legend), gettext(help_text), self[f"{part}_days"], self[f"{part}_hours"])
            for part, (legend, help_text) in OWN_TIMES.items()
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in self.asked_when:
            if not self.is_asked_for(name):
                self.errors.pop(name, None)
        if not self.errors.keys() & {"pace", "at_zero", "passes", *OWN_FIELDS}:
            for fault in faults(self._pace(), *self._at_zero(), self.cleaned_data["vacation"], self.has_baton()):
                self.add_error(self.field_at_fault(fault.field), fault.message)
        return cleaned

    def is_asked_for(self, name: str) -> bool:
        """Return whether the field matters, given the values of others."""
        if name not in self.asked_when:
            return True
        asker, values = self.asked_when[name]
        return asker in self.fields and self.chosen(asker) in values.split() and self.is_asked_for(asker)

    def chosen(self, name: str) -> str:
        """Return the value of a field, as a form sends it; for one that may not be changed, the value it has."""
        return self.as_sent(self[name].value())

    @staticmethod
    def as_sent(value: Any) -> str:
        """Return a value as a form sends it."""
        return "on" if value is True else str(value or "")

    def field_at_fault(self, name: str) -> str:
        """Return the field that shows a fault in a part of a control, given the part's name in ``limits.faults``."""
        if name not in Pace._fields:
            return name
        return f"{name}_days" if self.cleaned_data.get("pace") == OWN else "pace"

    def control(self) -> TimeControl:
        """Return the time control that was chosen."""
        weekends, nights = self.cleaned_data["weekends"], self.cleaned_data["nights"]
        return TimeControl(*self._pace(), weekends, nights, *self._at_zero())

    def has_baton(self) -> bool:
        """Return whether turns pass on during vacation, as far as the form asks for it."""
        return self.is_asked_for("baton") and bool(self.cleaned_data.get("baton"))

    def _pace(self) -> Pace:
        key = self.cleaned_data["pace"]
        if key != OWN:
            return PRESETS[key]
        start, increment, cap = (self._own(part) for part in Pace._fields)
        return Pace(start, increment, cap or start)

    def _own(self, part: str) -> timedelta:
        days, hours = (self.cleaned_data[f"{part}_{unit}"] or 0 for unit in ("days", "hours"))
        return days * DAY + hours * HOUR

    def _at_zero(self) -> tuple[AtZero, int]:
        at_zero: AtZero = self.cleaned_data["at_zero"]
        return at_zero, self.cleaned_data["passes"] if at_zero == "pass" else 0
