"""The forms of clubs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from tournaments.clubs.join import LONGEST_WORDS
from tournaments.models import Club, Membership
from tournaments.pages.small_form import SmallForm, line_field

Role = Membership.Role
ONE_OF = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose one of these."))


class ClubForm(SmallForm):
    """A club, new or known."""

    name = line_field(gettext_lazy("Name of the club"), 80, gettext_lazy("Give the club a name."))
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        required=False,
        max_length=4000,
        help_text=gettext_lazy("Shown on the club’s page: who you are, what you play, how to reach you."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    joining = forms.ChoiceField(
        label=gettext_lazy("How people join"),
        choices=[(value, capfirst(words)) for value, words in Club.Joining.choices],
        initial=Club.Joining.REQUEST,
        error_messages=ONE_OF,
        widget=forms.RadioSelect,
    )

    members_only = forms.BooleanField(
        label=gettext_lazy("Only members can see the club’s pages"),
        required=False,
        help_text=gettext_lazy(
            "Others can’t find the club; they need its link or an invitation to join. Each event and season has its "
            "own setting."
        ),
    )


class AskForm(SmallForm):
    """A request to join."""

    words = line_field(
        gettext_lazy("Message to the organisers"),
        LONGEST_WORDS,
        required=False,
        help_text=gettext_lazy("Tell them who you are, or how they know you."),
    )


class InviteForm(SmallForm):
    """Someone to invite. Only owners give roles."""

    who = forms.CharField(
        label=gettext_lazy("Player’s name or email address"),
        max_length=254,
        error_messages={"required": gettext_lazy("Enter a player’s name or an email address.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("As"),
        choices=[(value, capfirst(words)) for value, words in reversed(Role.choices)],
        initial=Role.MEMBER,
        error_messages=ONE_OF,
    )

    def __init__(self, *args: Any, may_give_roles: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_give_roles:
            del self.fields["role"]


class RoleForm(SmallForm):
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(value, capfirst(words)) for value, words in Role.choices],
        error_messages=ONE_OF,
        widget=forms.RadioSelect,
    )


class RefuseForm(SmallForm):
    reason = line_field(gettext_lazy("Reason"), 200, required=False, help_text=gettext_lazy("They get it by email."))


class RemoveForm(SmallForm):
    reason = line_field(
        gettext_lazy("Reason"),
        200,
        gettext_lazy("Give a reason: the member gets it by email, and members see it in the club’s log."),
        help_text=gettext_lazy("They get it by email; members see it in the club’s log."),
    )


class NewsForm(SmallForm):
    """News for the members."""

    subject = forms.CharField(
        label=gettext_lazy("Subject"), max_length=120, error_messages={"required": gettext_lazy("Enter a subject.")}
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=4000,
        error_messages={"required": gettext_lazy("Write a text.")},
        widget=forms.Textarea(attrs={"rows": 8}),
    )
