"""The forms of the pages that belong to the API."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from fortify_site.api.models import Token, Webhook
from fortify_site.api.webhooks import owners, payload, post
from fortify_site.api.webhooks.owners import Owner
from matches.input.text import one_line
from tournaments.locking.webhook_events import WebhookEvent

KIND_WORDS = {
    WebhookEvent.ROUND_PUBLISHED.value: gettext_lazy("a round is published"),
    WebhookEvent.MATCH_ENDED.value: gettext_lazy("a match ends"),
    WebhookEvent.TABLE_CHANGED.value: gettext_lazy("the standings change"),
    WebhookEvent.SEASON_PUBLISHED.value: gettext_lazy("the line-up of a season is published"),
    WebhookEvent.SEASON_ENDED.value: gettext_lazy("a season is over"),
}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Purpose"),
        max_length=60,
        help_text=gettext_lazy("So that you recognise it: “my phone”, “the club’s web page”."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Permissions"),
        choices=Token.Scope.choices,
        initial=Token.Scope.READ,
        widget=forms.RadioSelect,
    )

    def clean_name(self) -> str:
        name = one_line(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Say what it’s for."))
        return name


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        error_messages={"required": gettext_lazy("Enter the address of your program or chat.")},
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=gettext_lazy("Of your program, or an incoming webhook of your chat. It must begin with https://."),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=Webhook.Format.choices,
        initial=Webhook.Format.OWN,
        widget=forms.RadioSelect,
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Send when"),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, owner: Owner, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds, field = owners.kinds_of(owner), self.fields["kinds"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(kind, KIND_WORDS[kind]) for kind in kinds]
        field.initial = kinds

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            post.target_of(url)
        except post.UnfitAddress as unfit:
            raise ValidationError(str(unfit)) from unfit
        return url

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        expected = payload.format_of(found.get("url", ""))
        if expected is not None and found.get("format", expected) != expected:
            words = _("This is an address of %(chat)s. Choose %(chat)s as the format.")
            self.add_error("format", words % {"chat": expected.label})
        return found
