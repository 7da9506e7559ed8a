"""What visitors without an account fill in to play by email."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.names.display_names import clean_wished_name

from .challenge import display_name_field


def address_field(help_text: StrOrPromise) -> forms.CharField:
    """The visitor's own address; whether it can be one is said by whoever sends an email there."""
    return forms.CharField(
        label=_("Your email address"),
        max_length=254,
        error_messages={"required": _("Enter your email address.")},
        help_text=help_text,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class VisitorForm(forms.Form):
    """How a visitor who opens the link of a challenge or a table wants to be called, and where emails reach them."""

    use_required_attribute = False
    display_name = display_name_field()
    email = address_field(_("We’ll email you a link to confirm. Then every turn comes by email."))

    def clean_display_name(self) -> str:
        return clean_wished_name(self.cleaned_data["display_name"])
