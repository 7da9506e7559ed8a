"""The form for importing a club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.clubs.club_forms import ONE_OF
from tournaments.pages.small_form import SmallForm, line_field


class UploadForm(SmallForm):
    file = forms.FileField(
        label=gettext_lazy("Archive (.zip)"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Choose a file.")},
        help_text=gettext_lazy("The file from the other site, unchanged. Don’t unpack it."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )


class BringForm(SmallForm):
    """The name to give an imported club, and its sender: ``person`` is their place among the archive's people."""

    name = line_field(gettext_lazy("Name of the club"), 80, gettext_lazy("Give the club a name."))
    person = forms.TypedChoiceField(
        label=gettext_lazy("Your name in the archive"),
        required=False,
        coerce=int,
        empty_value=None,
        error_messages=ONE_OF,
        help_text=gettext_lazy(
            "What this person played, organised and wrote becomes yours. To read it first, choose “None of "
            "these” and use their link later."
        ),
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = sorted(enumerate(names, 1), key=lambda each: each[1].casefold())
        self.offer("person", [("", gettext_lazy("None of these")), *people])
