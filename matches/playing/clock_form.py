"""The forms that change a clock: a player gives time, and an organiser adds time, pauses or starts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Self

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from i18n.memo import memoized
from matches.gate.clock_acts import LARGEST_GIFT, LEAST_GIFT, LONGEST_REASON
from matches.models import Seat
from matches.time_control.time_control import DAY, HOUR
from matches.time_control.words import span

GIFTS = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY)
WHOLE_HOURS = gettext_lazy("Enter a whole number of hours, from 0 to 23.")
NO_WHOLE_NUMBER = ("invalid", "min_value", "max_value")


def gifts() -> list[tuple[str, str]]:
    """Return the amounts of time that can be given."""
    return [(str(gift // HOUR), span(gift)) for gift in GIFTS]


class GiftForm(forms.Form):
    """The amount of time to give, and to whom: ``receivers`` are keys of seats with the names of their players."""

    to = forms.TypedChoiceField(label=pgettext_lazy("whom time is given", "To"), coerce=int)
    amount = forms.TypedChoiceField(
        label=gettext_lazy("How much"),
        coerce=lambda hours: int(hours) * HOUR,
        choices=gifts,
        initial=str(DAY // HOUR),
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose how much time to give.")),
    )

    def __init__(self, receivers: Sequence[tuple[int, str]], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="give-%s")
        to = self.fields["to"]
        assert isinstance(to, forms.ChoiceField)
        to.choices = list(receivers)
        to.error_messages |= dict.fromkeys(("required", "invalid_choice"), _("Choose who gets the time."))
        if len(receivers) == 1:
            to.widget = forms.HiddenInput()
            to.initial = receivers[0][0]


class GiveTimeForm(GiftForm):
    """The amount of time to give, and to which of the opponents: ``others`` are their seats."""

    def __init__(self, others: Sequence[Seat], data: Mapping[str, Any]) -> None:
        self.others = others
        self.receivers = Givable.to(others).receivers
        super().__init__(self.receivers, data)

    @property
    def drawn(self) -> SafeString:
        return self.render()

    @property
    def receiver(self) -> Seat:
        return next(seat for seat in self.others if seat.pk == self.cleaned_data["to"])


@dataclass(frozen=True, slots=True)
class Givable:
    """The form for giving time before anything is filled in, which is drawn once for the same receivers."""

    receivers: tuple[tuple[int, str], ...]
    errors: tuple[str, ...] = ()

    @classmethod
    def to(cls, others: Sequence[Seat]) -> Self:
        return cls(tuple((seat.pk, seat.name) for seat in others))

    @property
    def drawn(self) -> SafeString:
        return _draw_empty(self.receivers)


@memoized(512)
def _draw_empty(receivers: tuple[tuple[int, str], ...]) -> SafeString:
    return GiftForm(receivers).render()


class ReasonForm(forms.Form):
    """An organiser's reason to pause or start a clock."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Players see it in the log and in an email."),
        error_messages={
            "required": gettext_lazy("Give a reason: players see it in the log."),
            "max_length": gettext_lazy("Use at most %(limit_value)s characters."),
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    use_required_attribute = False
    FAULTS: ClassVar = {"unreadable": "reason"}

    def blame(self, code: str, sentence: str) -> None:
        """Put a refusal beside the field it is about; ``code`` is that of ``MatchRefused``."""
        self.add_error(self.FAULTS.get(code), sentence)


class AddTimeForm(ReasonForm):
    """The time that an organiser adds to a clock, and the reason."""

    days = forms.IntegerField(
        label=gettext_lazy("Days"),
        required=False,
        min_value=0,
        max_value=LARGEST_GIFT.days,
    )
    hours = forms.IntegerField(
        label=gettext_lazy("Hours"),
        required=False,
        min_value=0,
        max_value=23,
        error_messages=dict.fromkeys(NO_WHOLE_NUMBER, WHOLE_HOURS),
    )
    field_order = ("days", "hours", "reason")
    FAULTS: ClassVar = {"unreadable": "reason", "illegal": "days"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        whole_days = _("Enter a whole number of days, from 0 to %(most)s.") % {"most": LARGEST_GIFT.days}
        self.fields["days"].error_messages |= dict.fromkeys(NO_WHOLE_NUMBER, whole_days)

    @property
    def amount(self) -> timedelta:
        days, hours = (self.cleaned_data.get(name) or 0 for name in ("days", "hours"))
        return timedelta(days=days, hours=hours)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not {"days", "hours"} & self.errors.keys() and not LEAST_GIFT <= self.amount <= LARGEST_GIFT:
            limits = {"least": span(LEAST_GIFT), "most": span(LARGEST_GIFT)}
            self.add_error("days", _("Add %(least)s to %(most)s at once.") % limits)
        return cleaned
