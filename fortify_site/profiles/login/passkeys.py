"""Forms to add and rename a passkey."""

from __future__ import annotations

from typing import Any

from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from mail.parse import bounded_json

MOST_VALUES, DEEPEST = 200, 10


class AnswerField(forms.JSONField):
    """A field for the answer of a browser's passkey, with a limited number of values."""

    def __init__(self) -> None:
        super().__init__(required=True, widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        try:
            bounded_json.look_at(str(value or ""), values=MOST_VALUES, deepest=DEEPEST)
        except bounded_json.TooMuch as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        return super().to_python(value)


class LoginPasskeyForm(LoginWebAuthnForm):  # type: ignore[misc]  # allauth is untyped to us
    credential = AnswerField()


class SecondStepPasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]  # as above
    credential = AnswerField()


class ConfirmPasskeyForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]  # as above
    credential = AnswerField()


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth is untyped to us
    """The form to add a passkey. By default it logs in without a password, as most people want."""

    credential = AnswerField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = self.initial["name"] = ""
        self.fields["name"].label = _("Name")
        passwordless = self.fields["passwordless"]
        passwordless.initial = True
        passwordless.label = _("Log in with it alone, without a password")
        passwordless.help_text = _(
            "Your device then asks for your fingerprint, face or PIN. Untick this for a plain security key."
        )


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]  # allauth is untyped to us
    """The form to rename a passkey, with the same label as the form to add one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
