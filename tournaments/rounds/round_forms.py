"""The forms of a round and of a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.clocks.time_form import shown_when
from tournaments.models import Entry, Event, Pairing
from tournaments.pages.reason import reason_field
from tournaments.pages.small_form import SmallForm
from tournaments.rounds.extend import MOST_DAYS

from .drafts.draft import BYE_WORDS, Edit
from .results.verdicts import Given, Verdict

PLAYS = "plays"
WITH_OTHER = frozenset({Edit.SWAP, Edit.PAIR})
CHOOSE = ("", pgettext_lazy("one of a list", "choose"))
BYES = tuple((code.value, capfirst(words)) for code, words in BYE_WORDS.items())


class ExtendForm(SmallForm):
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS)
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wrong = gettext("Enter a number of days from 1 to %(most)s.") % {"most": MOST_DAYS}
        self.fields["days"].error_messages |= dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)


class DraftForm(SmallForm):
    """One change of a draft. The second player and the bye matter for some changes only."""

    action = forms.ChoiceField(
        label=_("What to do"),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose what to do.")),
    )
    player = forms.TypedChoiceField(coerce=int)
    other = forms.TypedChoiceField(label=_("The other player"), coerce=int, required=False)
    bye = forms.ChoiceField(required=False, widget=forms.Select(attrs=shown_when("action", Edit.BYE)))
    reason = reason_field()

    def __init__(self, event: Event, entries: Iterable[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = event.rules
        self.offer("action", rules.edits.items())
        players = [CHOOSE, *((entry.pk, rules.name_in_list(entry)) for entry in entries)]
        for name in ("player", "other"):
            self.offer(name, players, _("Choose a player."))
        self.fields["player"].label = rules.entry_words.competitor
        if not WITH_OTHER & rules.edits.keys():
            self.fields["other"].widget = forms.HiddenInput()
        byes = [(code.value, bye.name) for code, bye in rules.draft_byes.items()]
        plays = [(PLAYS, rules.round_words.plays_after_all)] if not rules.why_not.miss_a_round else []
        self.offer("bye", [CHOOSE, *byes, *plays])
        self.fields["bye"].label = rules.round_words.bye
        self.fields["bye"].error_messages["invalid_choice"] = rules.round_words.choose_bye
        if Edit.BYE not in rules.edits:
            self.fields["bye"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        action = given.get("action")
        if action in WITH_OTHER and not given.get("other") and "other" not in self.errors:
            self.add_error("other", _("Choose the other player as well."))
        if action == Edit.BYE and not given.get("bye") and "bye" not in self.errors:
            self.add_error("bye", self.fields["bye"].error_messages["invalid_choice"])
        return given


class ResultForm(SmallForm):
    """A result; ``points`` are asked for only if no match of this site has them."""

    verdict = forms.ChoiceField(
        label=_("Result"),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose the result.")),
    )
    white_points = forms.IntegerField(required=False, min_value=0, max_value=9999)
    black_points = forms.IntegerField(required=False, min_value=0, max_value=9999)
    reason = reason_field()

    def __init__(self, pairing: Pairing, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert pairing.black is not None
        white, black = pairing.white.shown_name, pairing.black.shown_name
        self.offer("verdict", pairing.round.event.rules.choices_for(pairing))
        for name, whose in (("white_points", white), ("black_points", black)):
            self.fields[name].label = gettext("Points of %(name)s") % {"name": whose}
            wrong = gettext("Enter the points as a whole number, or leave both empty.")
            self.fields[name].error_messages |= dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
        if pairing.match_id is not None:
            del self.fields["white_points"], self.fields["black_points"]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if (given.get("white_points") is None) != (given.get("black_points") is None):
            self.add_error("black_points", _("Enter both players’ points, or leave both empty."))
        return given

    @property
    def points(self) -> tuple[int, int] | None:
        white, black = self.cleaned_data.get("white_points"), self.cleaned_data.get("black_points")
        return None if white is None or black is None else (white, black)


class TableResultForm(SmallForm):
    """The result of a table of several. ``standing`` are the places so far, in the order of the seats."""

    verdict = forms.ChoiceField(
        label=_("Result"),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose the result.")),
    )
    loser = forms.TypedChoiceField(label=_("Player who forfeits"), coerce=int, required=False, empty_value=None)
    reason = reason_field()

    def __init__(self, pairing: Pairing, standing: Sequence[int | None], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairing = pairing
        choices = pairing.round.event.rules.choices_for(pairing)
        self.offer("verdict", choices)
        self.has_places = Verdict.PLACES in dict(choices)
        losers = [CHOOSE, *((entry.pk, entry.shown_name) for entry in pairing.entries)]
        self.offer("loser", losers, _("Choose a player."))
        if not pairing.runs:
            del self.fields["loser"]
        for entry, place in zip(pairing.entries, standing, strict=True) if self.has_places else ():
            self._seat(entry, place)

    def _seat(self, entry: Entry, place: int | None) -> None:
        wrong = gettext("Enter a place from 1 to %(most)s, or leave it empty.") % {"most": self.pairing.size}
        self.fields[f"place-{entry.pk}"] = forms.IntegerField(
            label=gettext("Place of %(name)s") % {"name": entry.shown_name},
            required=False,
            initial=place,
            min_value=1,
            max_value=self.pairing.size,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
        )
        if self.pairing.match_id is None:
            wrong = gettext("Enter the points as a whole number, or leave them empty.")
            self.fields[f"points-{entry.pk}"] = forms.IntegerField(
                label=gettext("Points of %(name)s") % {"name": entry.shown_name},
                required=False,
                min_value=-9999,
                max_value=9999,
                error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
            )

    @property
    def seats(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """The fields of each seat: the place, and the points if the site doesn't know them."""
        keys = [entry.pk for entry in self.pairing.entries] if self.has_places else []
        return [(self[f"place-{pk}"], self[f"points-{pk}"] if f"points-{pk}" in self.fields else None) for pk in keys]

    @property
    def given(self) -> Given:
        cleaned, keys = self.cleaned_data, [entry.pk for entry in self.pairing.entries]
        scores = {pk: cleaned.get(f"points-{pk}") for pk in keys}
        return Given(
            {pk: cleaned.get(f"place-{pk}") for pk in keys},
            {pk: points for pk, points in scores.items() if points is not None},
            cleaned.get("loser"),
        )


class ByeResultForm(SmallForm):
    """The result that a bye of a published round brings."""

    code = forms.ChoiceField(
        label=_("Points for the bye"),
        choices=BYES,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose the points for the bye.")),
    )
    reason = reason_field()
