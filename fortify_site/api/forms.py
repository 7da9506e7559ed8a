"""The forms of the pages that belong to the API."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.lines import one_line
from tournaments.happenings import Happening

from .models import Token
from .webhooks import sending

KINDS = (
    (Happening.ROUND_PUBLISHED.value, gettext_lazy("a round is published")),
    (Happening.MATCH_ENDED.value, gettext_lazy("a match ends")),
    (Happening.TABLE_CHANGED.value, gettext_lazy("the table changes")),
)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=60,
        help_text=gettext_lazy("So that you know it again: “my phone”, “the club’s web page”."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may do"),
        choices=Token.Scope.choices,
        initial=Token.Scope.READ,
        widget=forms.RadioSelect,
    )

    def clean_name(self) -> str:
        name = one_line(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Write what it is for."))
        return name


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=gettext_lazy("Where your program waits. It must begin with https://."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Tell it when"),
        choices=KINDS,
        initial=[value for value, _label in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            sending.target_of(url)
        except sending.Unfit as unfit:
            raise ValidationError(str(unfit)) from unfit
        return url
