"""Adding a passkey, and naming it anew."""

from __future__ import annotations

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django.utils.translation import gettext as _


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth is untyped to us
    """A key logs one in without a password unless one asks for less: that is what most people come for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = self.initial["name"] = ""
        self.fields["name"].label = _("Name")
        passwordless = self.fields["passwordless"]
        passwordless.initial = True
        passwordless.label = _("Log in with it alone, without a password")
        passwordless.help_text = _(
            "It then asks for your fingerprint, face or PIN. Untick it for a plain security key."
        )


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]  # allauth is untyped to us
    """With the same label as the one before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
