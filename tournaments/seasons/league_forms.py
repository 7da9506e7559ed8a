"""The small forms of leagues and of their organisers' page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import LONGEST
from tournaments.models import Division, Season, SeasonEntry
from tournaments.pages.fields import one_of
from tournaments.pages.reason import reason_field
from tournaments.pages.small_form import SmallForm, line_field

WAITING = "waiting"
MOST_NAMES = 100
ASK, PUT_IN = "ask", "put_in"
HOW = ((ASK, _("ask them by email")), (PUT_IN, _("they’ve agreed: add them now")))


class LeagueForm(SmallForm):
    name = line_field(_("Name of the league"), 80, _("Give the league a name."))
    about = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class PutInForm(SmallForm):
    """Names of players to register; ``names`` are those typed, each once."""

    who = forms.CharField(
        label=_("Name of the member"),
        help_text=_("For several, put each name on its own line."),
        max_length=MOST_NAMES * (LONGEST + 2),
        error_messages={"required": _("Enter the member’s name.")},
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )

    @classmethod
    def of_those_left(cls, left: Mapping[str, str], **kwargs: Any) -> PutInForm:
        """Return the form with the names that couldn't be added, and why."""
        form = cls({"who": "\n".join(left)}, **kwargs)
        form.full_clean()
        for words in left.values():
            form.add_error("who", words)
        return form

    def clean_who(self) -> str:
        who: str = self.cleaned_data["who"]
        self.names = list(dict.fromkeys(name for line in who.splitlines() if (name := line.strip())))
        if len(self.names) > MOST_NAMES:
            raise forms.ValidationError(gettext("Enter at most %(most)s names at once.") % {"most": MOST_NAMES})
        return who


class LineUpForm(SmallForm):
    """A change of the line-up by hand."""

    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    reason = reason_field()
    CHOOSE = ("", pgettext_lazy("one of a list", "choose"))

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = gettext("Shown to everyone once the line-up is published.")
        entries = season.entries.filter(status=SeasonEntry.Status.REGISTERED).select_related("player")
        names = sorted((entry.shown_name, entry.pk) for entry in entries)
        self.players: list[Any] = [self.CHOOSE, *((pk, name) for name, pk in names)]
        self.offer("entry", self.players, gettext("Choose a player."))


class SwapForm(LineUpForm):
    """Two players who change places."""

    other = forms.TypedChoiceField(label=_("The other player"), coerce=int)

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(season, *args, **kwargs)
        self.offer("other", self.players, gettext("Choose the other player as well."))


class MoveForm(LineUpForm):
    """A player to move into another division."""

    division = forms.ChoiceField(label=_("Division"))

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(season, *args, **kwargs)
        self.divisions = {str(each.pk): each for each in season.divisions.order_by("level")}
        divisions = ((pk, each.name) for pk, each in self.divisions.items())
        to = [self.CHOOSE, *divisions, (WAITING, gettext("the waiting list"))]
        self.offer("division", to, gettext("Choose a division."))

    @property
    def to(self) -> Division | None:
        """The player's new place; ``None`` is the waiting list."""
        return self.divisions.get(self.cleaned_data["division"])


class OfferForm(SmallForm):
    """The player to whom a free place is offered."""

    who = line_field(_("Name of the member"), LONGEST, _("Enter the name of the member who gets the place."))
    how = one_of(_("How"), HOW, initial=ASK)
