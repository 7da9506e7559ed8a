"""The kinds of fields in an event's form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from competition.history import System
from competition.standings import TIE_BREAK_KINDS, TieBreak, parse_tie_break
from matches.clocks.time_form import shown_when
from tournaments.settings.describe import tie_break_names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

USUAL, OWN = "usual", "own"

VARIANTS = {"BH": ("/C1", "/C2", "/M1", "/M2"), "FB": ("/C1",), "SB": ("/C1",), "PS": ("/C1",), "ARO": ("/C1",)}
FROM_OPPONENTS = ("BH", "FB", "AOB", "SB", "KS")
FROM_OWN = ("DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD")
FROM_MATCHES = ("MPD", "MPS", "VPD", "VPS")
FROM_TABLES = ("TPS", "TWN", "TOP")
FROM_RATINGS = ("ARO", "TPR", "PTP", "APRO", "APPO")
LABELS = (
    _("First tie-break"),
    _("Second tie-break"),
    _("Third tie-break"),
    _("Fourth tie-break"),
    _("Fifth tie-break"),
    _("Sixth tie-break"),
)
Words: TypeAlias = "str | StrPromise"
NO_NUMBER = _("Enter a whole number.")


def number(
    label: Words,
    wrong: Words = NO_NUMBER,
    *,
    help_text: Words = "",
    required: bool = False,
    when: tuple[str, str] | None = None,
) -> Any:
    """Make a field for a number; ``wrong`` is its error."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=0,
        max_value=9999,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        widget=forms.NumberInput(attrs=shown_when(*when) if when else {}),
    )


def one_of(
    label: Words,
    choices: Any,
    *,
    help_text: Words = "",
    when: tuple[str, str] | None = None,
    coerce: Callable[[Any], Any] = str,
    initial: object = None,
) -> Any:
    return forms.TypedChoiceField(
        label=label,
        initial=initial,
        coerce=coerce,
        choices=[(value, capfirst(words)) for value, words in choices],
        help_text=help_text,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose one of these.")),
        widget=forms.RadioSelect(attrs=shown_when(*when) if when else {}),
    )


def tick(label: Words, *, help_text: Words = "", when: tuple[str, str] | None = None) -> Any:
    widget = forms.CheckboxInput(attrs=shown_when(*when) if when else {})
    return forms.BooleanField(label=label, help_text=help_text, required=False, widget=widget)


def moment(label: Words, *, help_text: Words = "") -> Any:
    """Make a field for a date and time by the organiser's own clock."""
    wrong = _("Enter a date and time, such as 2027-03-01 20:00.")
    return forms.DateTimeField(
        label=label,
        help_text=help_text,
        required=False,
        error_messages={"invalid": wrong},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


def tie_break_choices(codes: Sequence[str], systems: Collection[System], *, scores_count: bool) -> list[Any]:
    """Return the tie-breaks to choose from that have a meaning in one of these systems.

    ``codes`` are those the event has already. ``scores_count``: tie-breaks by game points make sense in its game.
    """
    groups = {
        gettext("From the opponents"): FROM_OPPONENTS,
        gettext("From one’s own results"): FROM_OWN,
        gettext("From matches and game points") if scores_count else gettext("From matches"): FROM_MATCHES,
        gettext("From ratings"): FROM_RATINGS,
        gettext("At tables"): FROM_TABLES,
    }
    offered = []
    for name, group in groups.items():
        kinds = [TIE_BREAK_KINDS[code] for code in group]
        fit = [each for each in kinds if each.offered & set(systems) and (scores_count or not each.needs_scores)]
        if fit:
            offered.append((name, [_choice(each) for kind in fit for each in _variants(kind.code)]))
    known = {code for _, choices in offered for code, _ in choices}
    own = [(code, tie_break_names([code])[0]) for code in codes if code not in known]
    return [("", pgettext("tie-break", "none")), *offered, *([(gettext("As the event has it"), own)] if own else [])]


def tie_break_field(
    place: int, codes: Sequence[str], systems: Collection[System], *, scores_count: bool
) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=LABELS[place - 1],
        choices=tie_break_choices(codes, systems, scores_count=scores_count),
        required=False,
        error_messages={"invalid_choice": _("Choose one of these.")},
        widget=forms.Select(attrs=shown_when("tie_break_order", OWN)),
    )


def _variants(code: str) -> list[TieBreak]:
    return [parse_tie_break(code + variant) for variant in ("", *VARIANTS.get(code, ()))]


def _choice(tie_break: TieBreak) -> tuple[str, str]:
    only = list(tie_break.kind.offered)
    if len(only) > 1:
        return tie_break.code, tie_break.name
    if only[0] == System.TABLES:
        return tie_break.code, tie_break.name
    note = gettext("%(name)s (Swiss only)") if only[0] == System.SWISS else gettext("%(name)s (round robin only)")
    return tie_break.code, note % {"name": tie_break.name}
