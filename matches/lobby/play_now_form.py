"""The form for “Play now” in the lobby."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.games import contests, game
from matches.models import Seek
from matches.offers.challenge_form import ChallengeForm, rating_ranges
from matches.time_control.presets import DEFAULT, PRESETS


def _games() -> list[tuple[str, str]]:
    return [(each.slug, each.name) for each in contests()]


def _seats() -> list[tuple[int, str]]:
    return [(seats, str(seats)) for seats in sorted({seats for each in contests() for seats in each.seats})]


def _paces() -> list[tuple[str, str]]:
    return [(key, PRESETS[key].words) for key in ChallengeForm.USUAL_PACES]


class PlayNowForm(forms.Form):
    """A game, the number of players, the acceptable time controls, and the opponents' ratings.

    It begins with what the player already waits for.
    """

    use_required_attribute = False

    game = forms.ChoiceField(
        label=_("Game"),
        choices=_games,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a game.")),
    )
    seats = forms.TypedChoiceField(label=_("Players"), choices=_seats, coerce=int)
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
        self.initial = {"game": contests()[0].slug, "seats": 2, "paces": [DEFAULT]} | (
            {} if waits is None else _values(waits)
        )
        if len(contests()) == 1:
            self.fields["game"].widget = forms.HiddenInput()
        if len(_seats()) == 1:
            self.fields["seats"].widget = forms.HiddenInput()
        else:
            several = [each.name for each in contests() if max(each.seats) > 2]
            self.fields["seats"].help_text = _("For more than two: %(games)s.") % {"games": ", ".join(several)}

    def clean_seats(self) -> int:
        seats: int = self.cleaned_data["seats"]
        slug = self.cleaned_data.get("game")
        if slug and seats not in game(slug).seats:
            fitting = ", ".join(each.name for each in contests() if seats in each.seats)
            raise ValidationError(_("For %(number)s players, choose: %(games)s.") % {"number": seats, "games": fitting})
        return seats


def _values(seek: Seek) -> dict[str, Any]:
    within = "" if seek.most is None else str(seek.most - seek.rating)
    return {"game": seek.game_slug, "seats": seek.seats, "paces": seek.pace_keys, "within": within}
