"""The forms of an account: signing up, claiming a guest's account, wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.internal.flows.login import perform_login
from allauth.account.internal.flows.signup import prevent_enumeration
from allauth.account.models import EmailAddress, Login
from django import forms
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from . import claims
from .models import User
from .names import LONGEST, clean_display_name
from .zones import grouped_zones

if TYPE_CHECKING:
    PlayerForm = forms.ModelForm[User]
else:
    PlayerForm = forms.ModelForm

PASSWORD_HELP = "At least 8 characters, and nothing that others would guess first."
NAME_HELP = "This is how other players see you."
ZONE_HELP = "Deadlines are shown in this zone."


def name_field() -> forms.CharField:
    return forms.CharField(
        label="Display name",
        max_length=LONGEST,
        error_messages={"required": "Write the name by which other players are to know you."},
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


def zone_field(*, guess: bool = False) -> forms.ChoiceField:
    """``guess``: the page's script may choose the browser's own zone while nothing has been chosen."""
    attrs = {"data-guess-zone": ""} if guess else {}
    return forms.ChoiceField(
        label="Time zone",
        choices=grouped_zones,
        help_text=ZONE_HELP,
        initial="UTC",
        widget=forms.Select(attrs=attrs),
    )


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # allauth's form chooses its base while it is imported
    """Name, address, password, time zone.

    Whether the address is new, a guest's or a player's, the same page follows after about the same work: one
    password hashed, one mail queued.
    """

    display_name = name_field()
    time_zone = zone_field(guess=True)
    field_order = ("display_name", "email", "password1", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = "Your turns are mailed here. Other players never see it."
        self.fields["password1"].help_text = PASSWORD_HELP

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.account_already_exists:
            return self.answer_known_address(request)
        try:
            with transaction.atomic():
                user: User | None
                response: HttpResponse | None
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            # Somebody took the name, or signed up with this address, while this form was being checked.
            self.add_error(None, "Something you chose was taken a moment ago. Send the form again to see what.")
            return None, render(request, "account/signup.html", {"form": self}, status=409)

    def answer_known_address(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        email = self.cleaned_data["email"]
        if guest := claimable_guest(email):
            claims.remember(
                request,
                guest,
                display_name=self.cleaned_data["display_name"],
                password=self.cleaned_data["password1"],
                time_zone=self.cleaned_data["time_zone"],
            )
            return guest, perform_login(request, Login(user=guest, email=email, signup=True))
        make_password(self.cleaned_data["password1"])
        response: HttpResponse = prevent_enumeration(request, email=email)
        return None, response


def claimable_guest(email: str) -> User | None:
    """The guest with this address, as long as nobody has proved to own it.

    Once the address is proved, allauth would ask for no code, so such a guest logs in by an emailed code instead.
    """
    guest = User.objects.filter(email=email, is_guest=True, is_active=True).first()
    if guest is None or EmailAddress.objects.filter(user=guest, verified=True).exists():
        return None
    return guest


class ProfileForm(PlayerForm):
    display_name = name_field()
    time_zone = zone_field()

    class Meta:
        model = User
        fields = ("display_name", "time_zone", "language", "turn_mail")
        labels = {"language": "Language", "turn_mail": "Mail about my turns"}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "language": "Changes how dates and numbers are written.",
            "turn_mail": "Mails about challenges, results and your account are always sent.",
        }
        widgets = {"turn_mail": forms.RadioSelect}  # noqa: RUF012

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.instance)


class ClaimForm(PlayerForm):
    """A name of one's own, and a password for those who want one."""

    display_name = name_field()
    time_zone = zone_field(guess=True)
    password = forms.CharField(
        label="Password",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=f"{PASSWORD_HELP} Or leave it empty, and log in with mailed codes.",
    )
    field_order = ("display_name", "password", "time_zone")

    class Meta:
        model = User
        fields = ("display_name", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["display_name"] = ""

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.instance)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        return get_adapter().clean_password(password, user=self.instance) if password else ""

    def save(self, commit: bool = True) -> User:
        self.instance.is_guest = False
        if password := self.cleaned_data["password"]:
            self.instance.set_password(password)
        return super().save(commit)
