"""The forms of an account: signing up, claiming a guest's account, preferences."""

from __future__ import annotations

from datetime import datetime, time
from typing import TYPE_CHECKING, Any, ClassVar, cast

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import RequestLoginCodeForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url, perform_login
from allauth.core import context, ratelimit
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from accounts.models import PARTS_OF_PAGE, OrganiserMail, TurnMail, User
from accounts.names.display_names import LONGEST, clean_display_name, is_a_guests, note_change
from mail.preferences import quiet_hours
from matches.home import digest_schedule
from matches.mails import causes
from matches.offers import guests
from matches.vacation import time_zone_limit
from timekeeping import clock
from timekeeping.night_hours import form_value, nights, time_in_words
from timekeeping.time_zones import grouped_zones
from tournaments.permissions.organisers import organises_anything

from .login import claim_guest, peer_limits
from .login.allauth_forms import WithoutPlaceholders
from .password_of_name import NotOfOwnName

if TYPE_CHECKING:
    PlayerForm = forms.ModelForm[User]
else:
    PlayerForm = forms.ModelForm

PASSWORD_HELP = gettext_lazy("At least 8 characters, and hard to guess.")
NAME_HELP = gettext_lazy("This is how other players see you.")
ZONE_HELP = gettext_lazy("Deadlines are shown in this zone.")
ZONE_OF_CLOCKS_HELP = gettext_lazy("Deadlines are shown in this zone, and weekends and nights go by it.")
NIGHT_HELP = gettext_lazy("Your clock is paused for nine hours from then, in matches with nights.")
TURN_MAIL_EXPLAINED = {
    TurnMail.EACH: gettext_lazy("With the board, and a link to play."),
    TurnMail.UNTIL_RETURN: gettext_lazy("You’re back when you visit the site, play from a link, or reply."),
    TurnMail.DIGEST: gettext_lazy("At an hour you choose; none if you have no turns to play."),
    TurnMail.NONE: gettext_lazy("No reminders either: if your time runs out, you can lose the match."),
}
FOR_MEMBERS_HELP = gettext_lazy(
    "Otherwise visitors can open your finished matches and those in public events. Your name stays in the "
    "standings of events you enter."
)
SHOWN_PARTS = tuple(f"shows_{part}" for part in PARTS_OF_PAGE)
DIGEST_HELP = gettext_lazy("In your time zone.")
HALF_QUIET = gettext_lazy("Fill in both times, or neither.")
ALL_QUIET = gettext_lazy("Quiet hours can’t begin and end at the same time.")


def name_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Display name"),
        max_length=LONGEST,
        error_messages={"required": gettext_lazy("Enter the name other players will see.")},
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


def time_of_day(label: StrOrPromise) -> forms.TimeField:
    """Return a field for a time that may stay empty."""
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget, input_formats=["%H:%M", "%H:%M:%S"])


def zone_field(*, guess: bool = False) -> forms.ChoiceField:
    """Return a field for a time zone.

    ``guess``: the page's script may choose the browser's zone until one has been chosen.
    """
    attrs = {"data-guess-zone": ""} if guess else {}
    return forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=grouped_zones,
        help_text=ZONE_HELP,
        initial="UTC",
        widget=forms.Select(attrs=attrs),
    )


# allauth's form chooses its base while it is imported.
class SignupForm(WithoutPlaceholders, AllauthSignupForm):  # type: ignore[misc]
    """The form to sign up: name, address, password, time zone.

    Whether the address is new, a guest's or a player's, the same page follows after about the same work: one password
    hashed, one email queued.
    """

    display_name = name_field()
    time_zone = zone_field(guess=True)
    field_order = ("display_name", "email", "password1", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email")  # replaces allauth's, so that all forms use our catalogue
        self.fields["email"].help_text = _("We email your turns here. Other players never see it.")
        self.fields["password1"].help_text = PASSWORD_HELP
        if context.request is not None:  # people invited by email may have been given a name already
            self.fields["display_name"].initial = context.request.GET.get("display_name", "")[:LONGEST]

    def clean_display_name(self) -> str:
        """Return the name, which may be a guest's: a guest who signs up types the name they already have.

        Only the code shows whose the address is. Until then every address is answered alike, so that no one learns
        which guest it belongs to.
        """
        return clean_display_name(self.cleaned_data["display_name"], beside_guests=True)

    def clean_password1(self) -> str:
        """Refuse a password made of the chosen name. allauth's own checks know only the address."""
        password: str = self.cleaned_data["password1"]
        NotOfOwnName().validate(password, User(display_name=self.cleaned_data.get("display_name", "")))
        return password

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.account_already_exists:
            return self.answer_known_address(request)
        if is_a_guests(self.cleaned_data["display_name"]):
            with transaction.atomic():
                guests.reader_of(self.cleaned_data["email"])  # this guest is asked for another name after the code
            return self.answer_known_address(request)
        try:
            with transaction.atomic():
                user: User | None
                response: HttpResponse | None
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            # Someone took the name, or signed up with this address, while this form was being checked.
            self.add_error(None, _("Something you chose has just been taken. Send the form again to see what."))
            return None, render(request, "account/signup.html", {"form": self}, status=409)

    def answer_known_address(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        email = self.cleaned_data["email"]
        if guest := claimable_guest(email):
            claim_guest.remember(
                request,
                guest,
                display_name=self.cleaned_data["display_name"],
                password=self.cleaned_data["password1"],
                time_zone=self.cleaned_data["time_zone"],
                language=translation.get_language() or settings.LANGUAGE_CODE,
            )
            back_to = get_next_redirect_url(request)
            return guest, perform_login(request, guest, email=email, redirect_url=back_to, signup=True)
        make_password(self.cleaned_data["password1"])
        response: HttpResponse = perform_login(request, None, email=email, signup=True)  # the same page for everyone
        return None, response


def claimable_guest(email: str) -> User | None:
    """Return the guest with this address, until someone has confirmed it.

    After that, allauth would ask for no code, so such a guest logs in by an emailed code instead.
    """
    guest = User.objects.filter(email=email, is_guest=True, is_active=True).first()
    if guest is None or EmailAddress.objects.filter(user=guest, verified=True).exists():
        return None
    return guest


class LoginCodeForm(WithoutPlaceholders, RequestLoginCodeForm):  # type: ignore[misc]  # allauth is untyped to us
    """The form to ask for a login code.

    Codes for an address are limited separately for each peer that asks, so that its owner always gets one.
    """

    def clean_email(self) -> str:
        email: str = super().clean_email()
        key = peer_limits.beside(email.lower(), context.request)
        if not ratelimit.consume(context.request, action="login_code_to_address", key=key):
            raise get_adapter().validation_error("rate_limited")
        return email


class ResetPasswordForm(WithoutPlaceholders, AllauthResetPasswordForm):  # type: ignore[misc]  # likewise
    """The form to ask for a new password.

    Links for an address are limited separately for each peer that asks, so that its owner always gets one.
    """

    def clean_email(self) -> str:
        email: str = super().clean_email()
        key = peer_limits.beside(email.lower(), context.request)
        if not ratelimit.consume(context.request, action="reset_of_address", key=key):
            raise get_adapter().validation_error("rate_limited")
        return email


class AddEmailForm(WithoutPlaceholders, AllauthAddEmailForm):  # type: ignore[misc]  # likewise
    """The form to add an address. Only its owner's code proves whose it is, so few are sent a day."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if not ratelimit.consume(context.request, action="add_address", user=self.user):
            raise forms.ValidationError(_("You can add ten addresses a day. Try again tomorrow."))
        return email


class LanguageSelect(forms.Select):
    """A select that marks each option with its language, so that screen readers pronounce it right."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        option["attrs"]["lang"] = option["value"]
        return option


class ProfileForm(PlayerForm):
    """Name and preferences. If time zone or night move clocks, they can be changed only so often."""

    display_name = name_field()
    time_zone = zone_field()
    night_from = forms.TypedChoiceField(
        label=gettext_lazy("My night begins at"), coerce=time.fromisoformat, help_text=NIGHT_HELP
    )
    turn_mail = forms.ChoiceField(label=gettext_lazy("Emails about my turns"), widget=forms.RadioSelect)
    organiser_mail = forms.ChoiceField(
        label=gettext_lazy("Emails about decisions, as an organiser"),
        choices=OrganiserMail.choices,
        help_text=gettext_lazy("What holds up everyone comes at once, with every choice but the last."),
    )
    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Time of the daily email"), coerce=int, help_text=DIGEST_HELP
    )
    club_news = forms.BooleanField(label=gettext_lazy("Club news and season openings by email"), required=False)
    invitations = forms.BooleanField(
        label=gettext_lazy("Invitations to events and clubs by email, and offers of free places"), required=False
    )
    subjects_say = forms.BooleanField(
        label=gettext_lazy("Say “Your turn” and the like in the subjects of emails"),
        required=False,
        help_text=gettext_lazy("Otherwise all emails about a match share a subject, so that your inbox groups them."),
    )
    for_members = forms.BooleanField(
        label=gettext_lazy("Only members of this site can see my page and my matches"),
        required=False,
        help_text=FOR_MEMBERS_HELP,
    )
    quiet_from = time_of_day(gettext_lazy("Quiet from"))
    quiet_to = time_of_day(gettext_lazy("Quiet until"))

    class Meta:
        model = User
        fields = (
            *("display_name", "time_zone", "night_from", "language"),
            *("turn_mail", "organiser_mail", "digest_hour", "subjects_say", "club_news", "invitations"),
            *("quiet_from", "quiet_to", "for_members"),
            "auto_advance",
            "sounds",
            "hides_presence",
            *SHOWN_PARTS,
        )
        labels: ClassVar = {"language": gettext_lazy("Language")}
        help_texts: ClassVar = {"language": gettext_lazy("For pages, emails, dates and numbers.")}
        widgets: ClassVar = {"language": LanguageSelect}

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        if not organises_anything(self.instance):
            del self.fields["organiser_mail"]
        self.fields["time_zone"].help_text = ZONE_OF_CLOCKS_HELP
        cast("forms.ChoiceField", self.fields["night_from"]).choices = nights(self.instance.night_from)
        self.initial["night_from"] = form_value(self.instance.night_from)
        cast("forms.ChoiceField", self.fields["turn_mail"]).choices = [
            (wish.value, format_html('<span>{} <span class="help">{}</span></span>', wish.label, explained))
            for wish, explained in TURN_MAIL_EXPLAINED.items()
        ]
        cast("forms.ChoiceField", self.fields["digest_hour"]).choices = [
            (hour, time_in_words(time(hour))) for hour in range(24)
        ]

    @property
    def shown_parts(self) -> list[forms.BoundField]:
        return [self[name] for name in SHOWN_PARTS]

    @property
    def moves_clocks(self) -> bool:
        return time_zone_limit.moves_clocks(self.instance, self.changed_data)

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.instance)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not {"quiet_from", "quiet_to"} & set(self.errors):
            self._check_quiet_hours(cleaned["quiet_from"], cleaned["quiet_to"])
        if why := time_zone_limit.why_not_now(self.instance, self.changed_data, self.now):
            self.add_error("time_zone" if "time_zone" in self.changed_data else "night_from", why)
        return cleaned

    def _check_quiet_hours(self, begin: time | None, end: time | None) -> None:
        if (begin is None) != (end is None):
            self.add_error("quiet_from" if begin is None else "quiet_to", HALF_QUIET)
        elif begin is not None and begin == end:
            self.add_error("quiet_to", ALL_QUIET)

    def save(self, commit: bool = True) -> User:
        """Save the profile, inside a transaction. Turns that wait are announced if emails about them are wanted again.

        Clocks that this moves follow after the transaction (``matches.vacation.follow``).
        """
        user: User = super().save(commit=False)
        if commit:
            changed = set(self.changed_data)
            if changed & digest_schedule.MOVED_BY:
                digest_schedule.plan_digest(user, self.now)
            user.save(update_fields=(*self.Meta.fields, "digest_at"))
            note_change(user, self.initial["display_name"])
            time_zone_limit.note(user, self.changed_data, self.now)
            if changed & quiet_hours.MOVED_BY:
                quiet_hours.hours_changed(user)
            if "turn_mail" in changed:
                causes.announce_waiting_turns(user)
        return user


class ClaimForm(PlayerForm):
    """The form for a guest to choose a name, and a password if they want one."""

    display_name = name_field()
    time_zone = zone_field(guess=True)
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy(
            "At least 8 characters, and hard to guess. Or leave it empty and log in with codes by email."
        ),
    )
    field_order = ("display_name", "password", "time_zone")

    class Meta:
        model = User
        fields = ("display_name", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.was = self.instance.display_name
        self.initial["display_name"] = ""

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.instance)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        return get_adapter().clean_password(password, user=self.instance) if password else ""

    def save(self, commit: bool = True) -> User:
        """Save the account as a player's, inside a transaction.

        Clocks that a new time zone moves follow after the transaction (``matches.vacation.follow``).
        """
        user: User = super().save(commit=False)
        user.is_guest = False
        if password := self.cleaned_data["password"]:
            user.set_password(password)
        if commit:
            user.save(update_fields=["display_name", "time_zone", "is_guest", "password"])
            note_change(user, self.was)
            time_zone_limit.note(user, self.changed_data, clock.now())
        return user
