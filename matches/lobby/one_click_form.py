"""The forms that begin a match at once: a game played alone, or a match against a computer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.errors import BadOption
from engine.game import Game
from engine.games import contests, games_for_one
from matches.models import Offer
from matches.offers.challenge_form import USUAL, strengths
from matches.offers.game_options import option_field, option_name, raw_options


class AloneForm(forms.Form):
    """The game's own options, as in a challenge."""

    use_required_attribute = False

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for option in game.options():
            self.fields[option_name(option.key)] = option_field(option)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        try:
            self.game.clean_options(self.raw_options())
        except BadOption as error:
            name = option_name(error.key)
            self.add_error(name if name in self.fields else None, str(error))
        return cleaned

    def raw_options(self) -> dict[str, str]:
        return raw_options(self, self.game)


def alone_forms() -> list[AloneForm]:
    """Return a form for each game that can be played alone, with its usual options.

    For a page that has several forms.
    """
    return [AloneForm(each, auto_id=f"alone-{each.slug}-%s") for each in games_for_one()]


def _games() -> list[tuple[str, str]]:
    return [(each.slug, each.name) for each in contests()]


class ComputerForm(forms.Form):
    """A match against a computer with the game's usual settings."""

    use_required_attribute = False

    game = forms.ChoiceField(
        label=_("Game"),
        choices=_games,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a game.")),
    )
    strength = forms.ChoiceField(
        label=_("Opponent"),
        choices=strengths,
        initial=USUAL,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a computer.")),
    )
    first = forms.ChoiceField(
        label=_("Who goes first?"),
        choices=[
            (Offer.First.ME.value, pgettext_lazy("who has the first seat", "Me")),
            (Offer.First.YOU.value, _("The computer")),
            (Offer.First.LOT.value, _("Random")),
        ],
        initial=Offer.First.ME.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose who goes first.")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"game": contests()[0].slug, **self.initial}
