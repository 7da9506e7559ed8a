"""Which computer to play, and at which game."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names.computer_names import NAMES
from engine.games import contests
from matches.models import Offer

USUAL: Final = "easy"


def strengths() -> list[tuple[str, str]]:
    """The computers by strength, as a form offers them."""
    return [(strength, gettext(name)) for strength, name in NAMES.items()]


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
