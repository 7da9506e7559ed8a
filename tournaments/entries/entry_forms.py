"""The forms of the organisers' page of entries."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.seeding import MOST_RATING
from tournaments.models import Absence, Entry, Event
from tournaments.pages.reason import reason_field
from tournaments.pages.small_form import SmallForm
from tournaments.ratings.seed_rating import seed_ratings
from tournaments.rounds import requested_byes


class AddForm(SmallForm):
    """Someone to invite or to add."""

    HOW = (
        ("invite", _("Invite: they decide, with one click in an email")),
        ("enter", _("Add them now: they’re told, and can withdraw")),
    )

    who = forms.CharField(
        label=_("Player’s name or email address"),
        help_text=_("Before an address you can write a name to greet them by: Dora dora@example.org"),
        max_length=300,
        error_messages={"required": _("Enter a player’s name or an email address.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    how = forms.ChoiceField(
        label=_("How"),
        choices=HOW,
        initial="invite",
        widget=forms.RadioSelect,
        help_text=_("People added by email address are always invited."),
    )


class DecideForm(SmallForm):
    """The applications to decide, and the reason if some are turned down."""

    reason = reason_field(required=False, help_text=_("They get it by email."))


class WithdrawForm(SmallForm):
    reason = reason_field()
    for_good = forms.BooleanField(label=_("They can’t come back on their own"), required=False)


class RatingForm(SmallForm):
    """A player's rating in this event, and a reason if they have a number already."""

    rating = forms.IntegerField(
        label=_("Rating in this event"),
        required=False,
        min_value=1,
        max_value=MOST_RATING,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            _("Enter a rating from 1 to 9999, or leave this empty."),
        ),
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )
    reason = reason_field()

    def __init__(self, event: Event, entry: Entry, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["rating"] = entry.rating or None
        known = seed_ratings([entry.player], event.game_slug)[entry.player.pk] if entry.player else 0
        self.fields["rating"].help_text = (
            gettext("Empty: %(rating)s, the rating on this site.") % {"rating": known}
            if known
            else gettext("Empty: unrated.")
        )
        self.fields["reason"].required = event.is_begun and entry.number is not None


class ByeForm(SmallForm):
    """A round that a player misses by an organiser's decision."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    bye = forms.ChoiceField(required=False, initial=Absence.Bye.ZERO)
    reason = reason_field()

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("round", [(number, str(number)) for number in requested_byes.open_rounds(event)])
        self.offer("bye", event.rules.bye_words.choices)
        self.fields["bye"].label = event.rules.bye_words.label
