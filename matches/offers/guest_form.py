"""Forms for people without an account: the name others see, the address and the time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.models import User
from accounts.names.display_names import LONGEST, clean_display_name, clean_wished_name, note_change
from matches.vacation import time_zone_limit
from timekeeping.time_zones import grouped_zones


def display_name_field() -> forms.CharField:
    """Return the field for the name that other players see."""
    return forms.CharField(
        label=_("Your name on this site"),
        max_length=LONGEST,
        error_messages={"required": _("Enter the name other players will see.")},
        help_text=_("Other players see it. Your address stays hidden."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class GuestForm(forms.Form):
    """The name and time zone of a guest who accepts a challenge.

    It also keeps the language that the guest has been addressed in.
    """

    display_name = display_name_field()
    time_zone = forms.ChoiceField(
        label=_("Your time zone"),
        choices=grouped_zones,
        help_text=_("For deadlines in emails."),
        widget=forms.Select(attrs={"data-guess-zone": ""}),
    )

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].initial = owner.time_zone
        self.owner = owner

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.owner)

    def save(self) -> None:
        was, self.owner.display_name = self.owner.display_name, self.cleaned_data["display_name"]
        self.owner.time_zone = self.cleaned_data["time_zone"]
        self.owner.save(update_fields=["display_name", "time_zone", "language"])
        note_change(self.owner, was)


class TimeZoneForm(forms.Form):
    """A guest's time zone; ``owner`` is locked if the form will be saved."""

    time_zone = forms.ChoiceField(
        label=_("Your time zone"),
        choices=grouped_zones,
        help_text=_("Deadlines are shown in this zone, and weekends and nights go by it."),
        widget=forms.Select(attrs={"data-guess-zone": ""}),
    )

    def __init__(self, owner: User, now: datetime, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed, initial={"time_zone": owner.time_zone})
        self.owner, self.now = owner, now

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        if zone != self.owner.time_zone and (why := time_zone_limit.why_not_now(self.owner, ["time_zone"], self.now)):
            raise ValidationError(why)
        return zone

    def save(self) -> None:
        """Save the zone, in a transaction; the clocks follow after it (``matches.vacation.follow``)."""
        self.owner.time_zone = self.cleaned_data["time_zone"]
        self.owner.save(update_fields=["time_zone"])
        time_zone_limit.note(self.owner, self.changed_data, self.now)


def address_field(help_text: StrOrPromise) -> forms.CharField:
    """Return the field for the visitor's own address; only sending an email shows whether it works."""
    return forms.CharField(
        label=_("Your email address"),
        max_length=254,
        error_messages={"required": _("Enter your email address.")},
        help_text=help_text,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class VisitorForm(forms.Form):
    """The name and address of a visitor who opens the link of a challenge or a table."""

    use_required_attribute = False
    display_name = display_name_field()
    email = address_field(_("We’ll email you a link to confirm. Then every turn comes by email."))

    def clean_display_name(self) -> str:
        return clean_wished_name(self.cleaned_data["display_name"])
