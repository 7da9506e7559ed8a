"""The options of a match that one player plays alone."""

from __future__ import annotations

from typing import Any

from django import forms

from engine.errors import BadOption
from engine.game import Game
from engine.games import games_for_one

from .game_options import option_field, option_name, raw_options


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
    """One for each game that can be played alone, with its usual options, for a page that has several forms."""
    return [AloneForm(each, auto_id=f"alone-{each.slug}-%s") for each in games_for_one()]
