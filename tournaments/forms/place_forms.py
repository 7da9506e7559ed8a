"""The small forms about free places and cards."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from fortify_site.accounts.names import LONGEST

from .event_fields import one_of

ASK, PUT_IN = "ask", "put_in"
HOW = ((ASK, _("ask them by mail")), (PUT_IN, _("they have agreed already: put them in at once")))


class OfferForm(forms.Form):
    """Who gets a free place."""

    use_required_attribute = False
    who = forms.CharField(
        label=_("Name of the member"),
        max_length=LONGEST,
        error_messages={"required": _("Write the name of the member who is to have the place.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    how = one_of(_("How"), HOW)
