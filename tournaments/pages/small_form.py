"""The common part of small forms, and the fields that many of them have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.pages.fields import Words


class SmallForm(forms.Form):
    """A form that names what is missing itself, in place of the browser."""

    use_required_attribute = False

    def offer(self, name: str, choices: Iterable[Any], wrong: Words = "") -> None:
        """Give a field its choices, and the words for a wrong one."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
        if wrong:
            field.error_messages |= dict.fromkeys(("required", "invalid_choice"), wrong)


def line_field(label: Words, longest: int, missing: Words = "", **more: Any) -> forms.CharField:
    """Return a field for a line of text, such as a name. ``missing`` says that it is empty."""
    return forms.CharField(
        label=label,
        max_length=longest,
        error_messages={"required": missing} if missing else None,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        **more,
    )
