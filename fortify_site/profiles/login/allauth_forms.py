"""allauth's forms without its placeholders, which repeat the label and vanish while typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms

if TYPE_CHECKING:
    AnyForm = forms.Form
else:
    AnyForm = object


class WithoutPlaceholders(AnyForm):
    """A mixin for a form of allauth's: its labels say what to type."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


# -- account: allauth is untyped to us -----------------------------------------------------------------------------


class LoginForm(WithoutPlaceholders, account.LoginForm):  # type: ignore[misc]
    pass


class ConfirmLoginCodeForm(WithoutPlaceholders, account.ConfirmLoginCodeForm):  # type: ignore[misc]
    pass


class ConfirmEmailCodeForm(WithoutPlaceholders, account.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(WithoutPlaceholders, account.ChangePasswordForm):  # type: ignore[misc]
    pass


class SetPasswordForm(WithoutPlaceholders, account.SetPasswordForm):  # type: ignore[misc]
    pass


class ResetPasswordKeyForm(WithoutPlaceholders, account.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(WithoutPlaceholders, account.ReauthenticateForm):  # type: ignore[misc]
    pass


# -- second factors ------------------------------------------------------------------------------------------------


class SecondStepForm(WithoutPlaceholders, mfa.AuthenticateForm):  # type: ignore[misc]
    pass


class ConfirmSecondStepForm(WithoutPlaceholders, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateTotpForm(WithoutPlaceholders, totp.ActivateTOTPForm):  # type: ignore[misc]
    pass
