"""The small forms of the organisers' page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import LONGEST
from tournaments.models import Announcement
from tournaments.pages.reason import reason_field
from tournaments.pages.small_form import SmallForm, line_field


class AddOrganiserForm(SmallForm):
    name = line_field(_("Player’s name"), LONGEST, _("Enter the player’s name."))


class PlayoffsForm(SmallForm):
    """The number of players in the final standings who play for the cup.

    ``undecided`` names those who share the last place, by how many play; ``level`` has the ids of those an organiser
    then chooses from.
    """

    size = forms.TypedChoiceField(
        label=_("Number of players"),
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose the number of players.")),
    )

    chosen = forms.TypedMultipleChoiceField(
        label=_("Players level on the last place"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose among the players level on the last place.")},
    )
    reason = reason_field(required=False)

    def __init__(
        self,
        sizes: Sequence[int],
        *args: Any,
        undecided: Mapping[int, str],
        level: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer("size", [(number, _size_words(number, undecided.get(number, ""))) for number in sizes])
        self.offer("chosen", level)
        if not level:
            del self.fields["chosen"], self.fields["reason"]


def _size_words(number: int, names: str) -> str:
    if not names:
        return gettext("The first %(number)s") % {"number": number}
    return gettext("The first %(number)s; you choose between %(names)s") % {"number": number, "names": names}


class AnnounceForm(SmallForm):
    """An announcement to the players."""

    audience = forms.ChoiceField(
        label=_("To"),
        choices=[(value, capfirst(words)) for value, words in Announcement.Audience.choices],
        initial=Announcement.Audience.ALL,
        widget=forms.RadioSelect,
    )
    subject = forms.CharField(label=_("Subject"), max_length=120, error_messages={"required": _("Enter a subject.")})
    text = forms.CharField(
        label=_("Text"),
        max_length=4000,
        error_messages={"required": _("Write a text.")},
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(self, *args: Any, has_unfinished: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_unfinished:
            del self.fields["audience"]
