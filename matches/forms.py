"""What people fill in on the pages of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from engine.game import BadOption, Game, Option, Options
from fortify_site.accounts.models import User
from fortify_site.accounts.names import LONGEST, clean_display_name
from fortify_site.accounts.zones import grouped_zones
from matches import challenges
from matches.lines import too_long
from matches.models import Challenge
from matches.timeform import TimeForm, shown_when

# Which field of the form shows what ``challenges.Refused`` calls a field.
FIELDS_AT_FAULT = {"opponent": "name"}


class ChallengeForm(TimeForm):
    """A new challenge. The game's own options become fields named ``option_<key>``."""

    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {
        "name": ("to", "name"),
        "email": ("to", "email"),
        **TimeForm.ASKED_WHEN,
    }

    TO: ClassVar = [
        ("name", "A player of this site, by name"),
        ("email", "Somebody by mail, member or not"),
        ("open", "Anyone who likes to take it"),
    ]

    to = forms.ChoiceField(label="Whom do you challenge?", choices=TO, initial="name", widget=forms.RadioSelect)
    name = forms.CharField(
        label="Name of the player",
        error_messages={"required": "Write the name of the player you challenge."},
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", **shown_when("to", "name")}),
    )
    email = forms.EmailField(
        label="Mail address",
        error_messages={"required": "Write the mail address of the person you challenge."},
        max_length=254,
        help_text="They get one mail with your name and your line, and can accept and play every turn from the mails "
        "alone, without an account.",
        widget=forms.EmailInput(attrs={"autocomplete": "off", **shown_when("to", "email")}),
    )
    first = forms.ChoiceField(initial=Challenge.First.LOT, widget=forms.RadioSelect)
    message = forms.CharField(label="A line to your opponent", required=False)

    use_required_attribute = False

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["first"] = forms.ChoiceField(
            label=f"Who is {game.first_seat}?",
            choices=[("lot", "Drawn by lot"), ("me", "Me"), ("you", "My opponent")],
            initial=Challenge.First.LOT,
            widget=forms.RadioSelect,
        )
        for option in game.options():
            self.fields[option_name(option.key)] = option_field(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[option_name(option.key)] for option in self.game.options()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for option in self.game.options():
            if option.when:  # the game alone knows whether it matters and what is wrong with it
                self.errors.pop(option_name(option.key), None)
        try:
            self.game.clean_options(self.raw_options())
        except BadOption as error:
            self.blame(error.key, str(error))
        return cleaned

    def clean_message(self) -> str:
        message: str = self.cleaned_data["message"]
        if fault := too_long(message):
            raise ValidationError(fault)
        return message

    def blame(self, key: str, sentence: str) -> None:
        """Put a refusal beside the field it is about: an option's key, or a name of ``challenges.Refused``."""
        for name in (option_name(key), self.field_at_fault(FIELDS_AT_FAULT.get(key, key))):
            if name in self.fields:
                return self.add_error(name, sentence)
        return self.add_error(None, sentence)

    def opponent(self) -> User | None:
        """The player challenged by name. Raises ``challenges.Refused``."""
        return challenges.find_player(self.cleaned_data["name"]) if self.cleaned_data["to"] == "name" else None

    def address(self) -> str:
        return str(self.cleaned_data["email"]) if self.cleaned_data["to"] == "email" else ""

    def raw_options(self) -> dict[str, str]:
        """The options as the game reads a form's values, as far as they are filled in."""
        raw = {}
        for option in self.game.options():
            value = self[option_name(option.key)].value()
            raw[option.key] = ("on" if value else "") if option.kind == "flag" else str(value or option.default)
        return raw

    def options_so_far(self) -> Options:
        """Options to draw the start with: those filled in, or the game's own while those cannot be played."""
        try:
            return self.game.clean_options(self.raw_options())
        except BadOption:
            return self.game.clean_options({})


def option_name(key: str) -> str:
    return f"option_{key}"


def option_field(option: Option) -> forms.Field:
    """The field that asks for one of a game's options."""
    common: dict[str, Any] = {"label": option.label, "help_text": option.help, "required": False}
    attrs: dict[str, Any] = {}
    if option.when:
        attrs = shown_when(option_name(option.when[0]), option.when[1])
    if option.kind == "flag":
        widget = forms.CheckboxInput(attrs=attrs)
        return forms.BooleanField(initial=option.default == "on", widget=widget, **common)
    if option.kind == "text":
        area = forms.Textarea(attrs={**attrs, "rows": 8, "spellcheck": "false", "class": "fixed-width"})
        common["required"] = option.when is not None
        return forms.CharField(initial=option.default, strip=False, widget=area, **common)
    choices = [(c.value, f"{c.label}: {c.help}" if c.help else c.label) for c in option.choices]
    common["required"] = True
    return forms.ChoiceField(choices=choices, initial=option.default, widget=forms.RadioSelect(attrs=attrs), **common)


class GuestForm(forms.Form):
    """How a guest who accepts a challenge wants to be called, and by which clock to be told deadlines."""

    display_name = forms.CharField(
        label="Your name on this site",
        max_length=LONGEST,
        error_messages={"required": "Write the name by which other players are to know you."},
        help_text="Your opponent and other players see it. Your address stays hidden.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(
        label="Your time zone",
        choices=grouped_zones,
        initial="UTC",
        help_text="Deadlines in the mails are given in it.",
        widget=forms.Select(attrs={"data-guess-zone": ""}),
    )

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def clean_display_name(self) -> str:
        return clean_display_name(self.cleaned_data["display_name"], owner=self.owner)

    def save(self) -> None:
        self.owner.display_name = self.cleaned_data["display_name"]
        self.owner.time_zone = self.cleaned_data["time_zone"]
        self.owner.save(update_fields=["display_name", "time_zone"])


def picked(data: Mapping[str, Any]) -> str:
    """The submission in a form: its ``text``, or where that is empty the ``pick_<key>`` counts, in the order in which
    they were asked: ``pick_I=4&pick_T=4`` is "I4T4"."""
    text = str(data.get("text", "")).strip()
    if text:
        return text
    picks = [(name.removeprefix("pick_"), str(data[name]).strip()) for name in data if name.startswith("pick_")]
    return "".join(f"{key}{count}" for key, count in picks if count not in {"", "0"})
