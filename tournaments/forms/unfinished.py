"""The forms for matches that aren't over, and for the end of an event or a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.views.requests import whole_number
from tournaments.models import Pairing
from tournaments.results.adjudicate import Verdict
from tournaments.results.unfinished import Choice

from .event.fields import moment
from .reason import ReasonForm
from .rounds import team_verdicts

VERDICT, SEEN = "verdict-", "seen-"  # and the id of a pairing


def verdicts_of(pairing: Pairing) -> list[tuple[str, str]]:
    """Return what can be made of the match, as choices; "" leaves it as it is."""
    if pairing.round.event.is_expedition:
        return [("", gettext("No decision")), *team_verdicts()]
    if pairing.size:
        return [
            ("", gettext("No decision")),
            (Verdict.BY_POINTS.value, gettext("Places by the points so far")),
            (Verdict.DRAW.value, gettext("All share first place")),
            (Verdict.ANNULLED.value, gettext("It counts for nobody")),
        ]
    white, black = pairing.white.shown_name, pairing.black.shown_name if pairing.black else ""
    in_a_cup = pairing.round.event.is_cup
    wins, by_forfeit = gettext("%(name)s wins"), gettext("%(name)s wins by forfeit")
    drawn = gettext("A draw, decided by the cup’s tie-break") if in_a_cup else gettext("A draw")
    both_lose = gettext("Both lose, and no one advances") if in_a_cup else gettext("Both lose")
    goes_on = gettext("A draw, and %(name)s advances")
    named = [
        (Verdict.WHITE_GOES_ON.value, goes_on % {"name": white}),
        (Verdict.BLACK_GOES_ON.value, goes_on % {"name": black}),
    ]
    annulled = [] if in_a_cup else [(Verdict.ANNULLED.value, gettext("It counts for neither"))]
    return [
        ("", gettext("No decision")),
        (Verdict.WHITE.value, wins % {"name": white}),
        (Verdict.DRAW.value, drawn),
        *(named if in_a_cup else []),
        (Verdict.BLACK.value, wins % {"name": black}),
        (Verdict.WHITE_BY_FORFEIT.value, by_forfeit % {"name": white}),
        (Verdict.BLACK_BY_FORFEIT.value, by_forfeit % {"name": black}),
        (Verdict.BOTH_LOSE.value, both_lose),
        *annulled,
    ]


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
