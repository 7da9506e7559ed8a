"""The common part of forms that take a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pages.fields import Words
from tournaments.pages.small_form import SmallForm

from .csv_list import MOST_BYTES, BadList, decoded


class ListForm(SmallForm):
    """A list as a file or as text; ``text`` is carried on to the next step, and ``listed`` is what it says."""

    file = forms.FileField(label=gettext_lazy("CSV file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or paste the list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "fixed-width"}),
    )

    def __init__(self, read: Callable[[str], object], text_help: Words, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.read = read
        self.fields["text"].help_text = text_help

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        try:
            if file:
                cleaned["text"] = decoded(file.read(MOST_BYTES + 1))
            if not cleaned.get("text", "").strip():
                raise BadList(_("Choose a file or paste the list."))
            cleaned["listed"] = self.read(cleaned["text"])
        except BadList as error:
            self.add_error("file" if file else "text", str(error))
        return cleaned
