"""The forms about players who must not meet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.pages.fields import Words
from tournaments.pages.reason import ReasonForm, keep_to_organisers, reason_field
from tournaments.pages.small_form import SmallForm

MOST_ROUND = 999  # more than any event has


def _round_field(label: Words) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=MOST_ROUND,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _("Enter a round number.")),
    )


class ForbidForm(SmallForm):
    """Players to keep apart: no two of them may meet."""

    players = forms.TypedMultipleChoiceField(
        label=_("Players to keep apart"),
        coerce=int,
        help_text=_("Two or more players. No two of them will be paired."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose at least two players."),
            "invalid_choice": _("Choose players of this event."),
        },
    )
    first_round = _round_field(_("From round"))
    last_round = _round_field(_("To round"))
    reason = reason_field()

    def __init__(self, entries: Iterable[Entry], *args: Any, shown: bool, **kwargs: Any) -> None:
        """Offer these entries. ``shown``: players see the pairs and the reason."""
        super().__init__(*args, **kwargs)
        if not shown:
            keep_to_organisers(self)
        self.offer("players", [(entry.pk, _named(entry)) for entry in entries])


class AllowForm(ReasonForm):
    """The reason for letting forbidden pairs meet again."""

    def __init__(self, *args: Any, shown: bool, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="allow-%s", **kwargs)
        if not shown:
            keep_to_organisers(self)

    def clean(self) -> dict[str, Any]:
        if "pair" not in self.data:  # the boxes are beside the pairs
            self.add_error(None, gettext("Tick at least one pair."))
        return super().clean() or {}


def _named(entry: Entry) -> str:
    return entry.shown_name if entry.number is None else f"{entry.number} {entry.shown_name}"
