"""What a player says who wants a match now."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.games import contests
from matches.clocks.presets import DEFAULT, PRESETS
from matches.models import Seek

from .challenge import ChallengeForm, rating_ranges


def _games() -> list[tuple[str, str]]:
    return [(each.slug, each.name) for each in contests()]


def _paces() -> list[tuple[str, str]]:
    return [(key, PRESETS[key].words) for key in ChallengeForm.USUAL_PACES]


class PlayNowForm(forms.Form):
    """A game, the time controls that would do, and who may answer. It begins with what the player waits for."""

    use_required_attribute = False

    game = forms.ChoiceField(
        label=_("Game"),
        choices=_games,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a game.")),
    )
    paces = forms.MultipleChoiceField(
        label=_("Time control"),
        choices=_paces,
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose at least one time control.")),
    )
    within = forms.TypedChoiceField(
        label=_("Opponent’s rating"), choices=rating_ranges, coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, waits: Seek | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"game": contests()[0].slug, "paces": [DEFAULT]} | ({} if waits is None else _values(waits))
        if len(contests()) == 1:
            self.fields["game"].widget = forms.HiddenInput()


def _values(seek: Seek) -> dict[str, Any]:
    within = "" if seek.most is None else str(seek.most - seek.rating)
    return {"game": seek.game_slug, "paces": seek.pace_keys, "within": within}
