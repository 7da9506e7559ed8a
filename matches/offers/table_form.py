"""The form that sets up a table."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.computers import computer_player
from engine.game import Game
from matches.clocks.time_form import shown_when
from matches.computers.think import computers_play
from matches.offers import terms
from matches.offers.set_up import Asked

from .challenge_form import ChallengeForm, strengths
from .game_options import GameForm

SEVERAL = " ".join(map(str, range(2, 10)))  # of the numbers of seats those of a team


class TableForm(ChallengeForm):
    """A table: the number of players, the players invited, and who may take the other seats.

    The time and the game's options are those of a challenge; seats are always drawn by lot.
    """

    FIELDS_AT_FAULT: ClassVar[dict[str, str]] = {"opponent": "invited", "email": "invited"}
    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {**GameForm.ASKED_WHEN, "baton": ("seats", SEVERAL)}
    FREE: ClassVar = [("open", _("Anyone in the lobby")), ("link", _("People who have the link"))]

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    computers = forms.MultipleChoiceField(
        label=_("Computers"),
        choices=strengths,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose a computer.")},
    )
    invited = forms.CharField(
        label=_("Invite"),
        required=False,
        help_text=_("Names or email addresses, one on each line. Leave it empty to invite nobody by name."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    free = forms.ChoiceField(label=_("Other seats are for"), choices=FREE, initial="open", widget=forms.RadioSelect)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        for name in ("to", "name", "strength", "email", "within", "first"):
            del self.fields[name]
        sizes = terms.table_sizes(game)
        seats = self.fields["seats"]
        assert isinstance(seats, forms.ChoiceField)
        seats.choices = [(size, gettext("1: you play alone") if size == 1 else str(size)) for size in sizes]
        seats.initial = next(size for size in sizes if size > 1)
        if not computers_play(game):
            del self.fields["computers"]
        if "baton" in self.fields:
            self.fields["baton"].widget.attrs |= shown_when(*self.ASKED_WHEN["baton"])
        self.fields["message"].label = gettext("Message to the others")

    def clean_computers(self) -> list[str]:
        computers: list[str] = self.cleaned_data["computers"]
        if computers and self.cleaned_data.get("seats") == 1:
            raise ValidationError(gettext("You play alone: choose no computer, or more players."))
        return computers

    def clean_invited(self) -> list[str]:
        invited = [line.strip() for line in self.cleaned_data["invited"].splitlines() if line.strip()]
        seats = self.cleaned_data.get("seats")
        if seats == 1 and invited:
            raise ValidationError(gettext("You play alone: invite nobody, or choose more players."))
        if seats and len(invited) + len(self.cleaned_data.get("computers", ())) > seats - 1:
            words = ngettext(
                "With %(players)s players you can invite %(number)s other.",
                "With %(players)s players you can invite %(number)s others.",
                seats - 1,
            )
            raise ValidationError(words % {"players": seats, "number": seats - 1})
        return invited

    def seats_wanted(self) -> dict[str, Any]:
        return {
            "seats": self.cleaned_data["seats"],
            "baton": self.has_baton(),
            "by_link": self.cleaned_data["free"] == "link",
        }

    def asked(self) -> list[Asked]:
        computers = self.cleaned_data.get("computers", ())
        return [*map(computer_player, computers), *map(terms.find_asked, self.cleaned_data["invited"])]
