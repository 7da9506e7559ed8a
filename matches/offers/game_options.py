"""The part of a form in which a game's options and the time for its turns are chosen."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from engine.errors import BadOption
from engine.game import Game
from engine.values import Option, Options
from matches.clocks.time_form import TimeForm, shown_when


class GameForm(TimeForm):
    """A game's own options, as fields named ``option_<key>``, and the time for its turns.

    ``FIELDS_AT_FAULT`` names the field that shows a refusal, by what the refusal calls it.
    """

    FIELDS_AT_FAULT: ClassVar[dict[str, str]] = {}

    use_required_attribute = False

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        at_zero = self.fields["at_zero"]
        assert isinstance(at_zero, forms.ChoiceField)
        offered = self.AT_ZERO_IN_A_TEAM if game.together else self.AT_ZERO
        at_zero.choices = [choice for choice in offered if game.can_idle or choice[0] != "pass"]
        if not game.has_baton:
            del self.fields["baton"]
        for option in game.options():
            self.fields[option_name(option.key)] = option_field(option, option.by_days)

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

    def blame(self, key: str, sentence: str) -> None:
        """Put a refusal beside the field it is about: an option's key, or a name that a refusal has for a field."""
        for name in (option_name(key), self.field_at_fault(self.FIELDS_AT_FAULT.get(key, key))):
            if name in self.fields:
                return self.add_error(name, sentence)
        return self.add_error(None, sentence)

    def raw_options(self) -> dict[str, str]:
        """Return the options as the game reads a form's values, as far as they are filled in."""
        return raw_options(self, self.game)

    def options_so_far(self) -> Options:
        """Return options to draw the start with: those filled in, or the game's own while those can't be played."""
        try:
            return self.game.clean_options(self.raw_options())
        except BadOption:
            return self.game.options_by_days()


def raw_options(form: forms.BaseForm, game: Game) -> dict[str, str]:
    """Return a game's options as it reads the values of a form that asks for them, as far as they are filled in."""
    raw = {}
    for option in game.options():
        value = form[option_name(option.key)].value()
        raw[option.key] = ("on" if value else "") if option.kind == "flag" else str(value or option.default)
    return raw


def option_name(key: str) -> str:
    return f"option_{key}"


def option_field(option: Option, initial: str = "") -> forms.Field:
    """Return the field for one of a game's options, with its default unless another value comes first."""
    initial = initial or option.default
    common: dict[str, Any] = {"label": option.label, "help_text": option.help, "required": False}
    attrs: dict[str, Any] = {}
    if option.when:
        attrs = shown_when(option_name(option.when[0]), option.when[1])
    if option.kind == "flag":
        widget = forms.CheckboxInput(attrs=attrs)
        return forms.BooleanField(initial=initial == "on", widget=widget, **common)
    if option.kind == "text":
        area = forms.Textarea(attrs={**attrs, "rows": 8, "spellcheck": "false", "class": "fixed-width"})
        common["required"] = option.when is not None
        return forms.CharField(initial=initial, strip=False, widget=area, **common)
    choices = [(c.value, f"{c.label}: {c.help}" if c.help else c.label) for c in option.choices]
    common["required"] = True
    return forms.ChoiceField(choices=choices, initial=initial, widget=forms.RadioSelect(attrs=attrs), **common)
