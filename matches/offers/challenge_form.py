"""The form that sets up a challenge."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.computers import computer_player
from accounts.models import User
from accounts.names.computer_names import NAMES
from accounts.names.display_names import LONGEST
from engine.game import Game
from matches.clocks.time_form import pace_values, paces, shown_when
from matches.input.text import too_long
from matches.models import Offer
from matches.offers import terms
from matches.offers.set_up import Asked
from matches.time_control.presets import Pace

from .game_options import GameForm, option_name

USUAL: Final = "easy"  # of the computers
WITHIN = (100, 200, 400)


def rating_ranges() -> list[tuple[str, str]]:
    """Return the choices of how far an opponent's rating may be from the player's own; "" for any."""
    near = [(str(points), gettext("Within %(points)s of mine") % {"points": points}) for points in WITHIN]
    return [("", gettext("Any")), *near]


def strengths() -> list[tuple[str, str]]:
    """Return the computers by strength, as a form offers them."""
    return [(strength, gettext(name)) for strength, name in NAMES.items()]


class ChallengeForm(GameForm):
    """A new challenge: the opponent, the game and the time.

    Fields that few people change are in ``MORE``, with the game's options and all but the ``USUAL_PACES``; the page
    folds them away while they are as usual.
    """

    USUAL_PACES: ClassVar[dict[str, Any]] = {
        "1": pgettext_lazy("a time control", "quick"),
        "3": pgettext_lazy("a time control", "usual"),
        "7": pgettext_lazy("a time control", "relaxed"),
    }
    MORE: ClassVar[tuple[str, ...]] = (
        "first",
        "weekends",
        "nights",
        "vacation",
        "baton",
        "at_zero",
        "passes",
        "message",
    )
    FIELDS_AT_FAULT: ClassVar[dict[str, str]] = {"opponent": "name"}
    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {
        "name": ("to", "name"),
        "strength": ("to", "computer"),
        "email": ("to", "email"),
        "within": ("to", "open"),
        **GameForm.ASKED_WHEN,
    }

    TO: ClassVar = [
        ("name", _("A player by name")),
        ("computer", _("The computer")),
        ("email", _("Invite someone by email")),
        ("link", _("Invite someone by link")),
        ("open", _("Open challenge: anyone can accept")),
    ]

    to = forms.ChoiceField(label=_("Opponent"), choices=TO, initial="name", widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Player’s name"),
        error_messages={"required": _("Enter the player’s name.")},
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", **shown_when("to", "name")}),
    )
    strength = forms.ChoiceField(
        label=_("Strength"),
        choices=strengths,
        initial=USUAL,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a computer.")),
        help_text=_("It accepts at once, answers within a minute, and the match isn’t rated."),
        widget=forms.Select(attrs=shown_when("to", "computer")),
    )
    email = forms.EmailField(
        label=_("Email address"),
        error_messages={"required": _("Enter the email address of the person you challenge.")},
        max_length=254,
        help_text=_(
            "They get an email with your name and message. They can accept and play by email alone, without an account."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "off", **shown_when("to", "email")}),
    )
    first = forms.ChoiceField(initial=Offer.First.LOT, widget=forms.RadioSelect)
    within = forms.TypedChoiceField(
        label=_("Opponent’s rating"),
        choices=rating_ranges,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=shown_when("to", "open")),
    )
    message = forms.CharField(label=_("Message to your opponent"), required=False)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["first"] = forms.ChoiceField(
            label=gettext("Who is %(seat)s?") % {"seat": game.sides(2)[0].name},
            choices=[
                ("lot", gettext("Random")),
                ("me", pgettext("who has the first seat", "Me")),
                ("you", pgettext("who has the first seat", "My opponent")),
            ],
            initial=Offer.First.LOT,
            widget=forms.RadioSelect,
        )
        if not settings.COMPUTER_PLAYERS:
            to = self.fields["to"]
            assert isinstance(to, forms.ChoiceField)
            to.choices = [choice for choice in self.TO if choice[0] != "computer"]
        self.fields["pace"].widget = forms.RadioSelect(choices=paces())
        self.initial = {name: value for name, value in self.initial.items() if self._is_offered(name, value)}

    def _is_offered(self, name: str, value: Any) -> bool:
        """Return whether the field offers that value.

        It may be from another game's options, or from earlier ones.
        """
        field = self.fields.get(name)
        return not isinstance(field, forms.ChoiceField) or field.valid_value(value)

    @property
    def usual_paces(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """The time controls that most people choose from, each with a word on it."""
        return [(each, self.USUAL_PACES[value]) for value, each in self._paces() if value in self.USUAL_PACES]

    @property
    def other_paces(self) -> list[forms.boundfield.BoundWidget]:
        """All other time controls."""
        return [each for value, each in self._paces() if value not in self.USUAL_PACES]

    def _paces(self) -> list[tuple[str, forms.boundfield.BoundWidget]]:
        return [(each.data["value"], each) for each in self["pace"].subwidgets]

    @property
    def has_more(self) -> bool:
        """Return whether something that the page folds away isn't as usual, or is wrong."""
        names = (*self.MORE, *map(option_name, (option.key for option in self.game.options())))
        if (
            self.errors.keys() - {"to", "name", "strength", "email", "pace"}
            or self.chosen("pace") not in self.USUAL_PACES
        ):
            return True
        return any(self._is_changed(name) for name in names if name in self.fields)

    def _is_changed(self, name: str) -> bool:
        """Return whether the field isn't as usual, whatever line ends the browser sends."""
        usual = self.as_sent(self.fields[name].initial)
        return self.is_asked_for(name) and self.chosen(name).split() != usual.split()

    def clean_message(self) -> str:
        message: str = self.cleaned_data["message"]
        if fault := too_long(message):
            raise ValidationError(fault)
        return message

    def compose(self, host: User, contribution: str) -> Offer:
        """Return the offer that the form describes. Raises ``OfferRefused``."""
        return terms.compose(
            host,
            game_slug=self.game.slug,
            options=self.raw_options(),
            control=self.control(),
            vacation=self.cleaned_data["vacation"],
            message=self.cleaned_data["message"],
            contribution=contribution,
            **self.seats_wanted(),
        )

    def seats_wanted(self) -> dict[str, Any]:
        """Return the arguments of ``terms.compose`` about the seats."""
        to, within = self.cleaned_data["to"], self.cleaned_data["within"]
        return {
            "first": self.cleaned_data["first"],
            "by_link": to == "link",
            "within": within if to == "open" else None,
        }

    def asked(self) -> list[Asked]:
        """Return who is challenged: a player by name, a computer, or the reader of an address.

        Raises ``OfferRefused``.
        """
        match self.cleaned_data["to"]:
            case "name":
                return [terms.find_player(self.cleaned_data["name"])]
            case "computer":
                return [computer_player(self.cleaned_data["strength"])]
            case "email":
                return [str(self.cleaned_data["email"])]
        return []


def choices_of(offer: Offer) -> dict[str, Any]:
    """Return the fields of a form for another challenge on the same terms, without the opponent and who goes first."""
    control = offer.control
    return {
        **{option_name(key): value for key, value in offer.options.items()},
        **pace_values(Pace(control.start, control.increment, control.cap)),
        **{name: getattr(control, name) for name in ("weekends", "nights", "at_zero")},
        **({"passes": control.passes} if control.passes else {}),
        "vacation": offer.vacation_pool_id is not None,
    }
