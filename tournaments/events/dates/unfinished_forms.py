"""The forms for matches that aren't over, and for the end of an event or a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.input.requests import whole_number
from tournaments.models import Pairing
from tournaments.pages.fields import moment
from tournaments.pages.reason import ReasonForm
from tournaments.rounds.results.verdicts import Verdict

from .unfinished import Choice

VERDICT, SEEN = "verdict-", "seen-"  # and the id of a pairing


def verdicts_of(pairing: Pairing) -> list[tuple[str, str]]:
    """Return the ways to decide the match, as choices; "" leaves it as it is."""
    return [("", gettext("No decision")), *pairing.round.event.rules.choices_among_many(pairing)]


def typed_verdicts(sent: QueryDict) -> dict[int, str]:
    """Return the choices by the ids of pairings."""
    found = {whole_number(name.removeprefix(VERDICT)): str(sent[name]) for name in sent if name.startswith(VERDICT)}
    return {pk: verdict for pk, verdict in found.items() if pk is not None}


class DecideForm(ReasonForm):
    """The reason for deciding matches, and whether play ends with it; each match has a choice beside the form."""

    ends_play = forms.BooleanField(
        label=_("End play now: rounds that haven’t begun aren’t played"),
        required=False,
    )

    def __init__(self, data: QueryDict | None = None, *, rounds_to_come: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.verdicts = typed_verdicts(data) if data is not None else {}
        if not rounds_to_come:
            del self.fields["ends_play"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        chosen = {pk: verdict for pk, verdict in self.verdicts.items() if verdict}
        if not chosen:
            self.add_error(None, gettext("Choose a result for at least one match."))
        elif not set(chosen.values()) <= set(Verdict):
            self.add_error(None, gettext("Choose each result from its list."))
        return given

    @property
    def choices(self) -> dict[int, Choice]:
        chosen = {pk: Verdict(verdict) for pk, verdict in self.verdicts.items() if verdict}
        return {pk: Choice(verdict, str(self.data.get(f"{SEEN}{pk}", ""))[:20]) for pk, verdict in chosen.items()}


class EndForm(ReasonForm):
    ends_at = moment(_("End"), help_text=_("In your time zone. No round begins after it. Empty: no end date."))
    field_order = ("ends_at", "reason")
