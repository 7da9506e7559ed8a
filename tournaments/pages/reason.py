"""The reason why an organiser does something, as a field and as a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.locking.organiser_reason import LONGEST
from tournaments.pages.small_form import SmallForm

from .fields import Words

IN_LOG = _("Players see it in the event’s log.")


def reason_field(*, required: bool = True, longest: int = LONGEST, help_text: Words = IN_LOG) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=longest,
        required=required,
        help_text=help_text,
        error_messages={
            "required": _("Give a reason: players see it in the log."),
            "max_length": _("Use at most %(limit_value)s characters."),
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def keep_to_organisers(form: forms.Form) -> None:
    """Say beside the form's reason that players don't see it."""
    reason = form.fields["reason"]
    reason.help_text = _("Only organisers see it.")
    reason.error_messages["required"] = _("Give a reason: other organisers see it.")


class ReasonForm(SmallForm):
    """The reason for an act."""

    reason = reason_field()

    def __init__(self, *args: Any, needed: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed
