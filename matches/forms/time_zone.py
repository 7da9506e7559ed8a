"""The time zone of a guest, chosen on a link's page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matches.vacation import time_zone_limit
from timekeeping.time_zones import grouped_zones


class TimeZoneForm(forms.Form):
    """``owner`` is held where the form is to be saved."""

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
        if zone != self.owner.time_zone and (why := time_zone_limit.refusal(self.owner, ["time_zone"], self.now)):
            raise ValidationError(why)
        return zone

    def save(self) -> None:
        """Inside a transaction; the clocks that this moves follow after it (``matches.vacation.follow``)."""
        self.owner.time_zone = self.cleaned_data["time_zone"]
        self.owner.save(update_fields=["time_zone"])
        time_zone_limit.note(self.owner, self.changed_data, self.now)
