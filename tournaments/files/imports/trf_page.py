"""The page for taking over a tournament from elsewhere: submit a TRF file, preview the event, then import."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from competition.standings import StandingsRow, TieBreak, parse_tie_break, standings
from competition.trf import BadTrf, decoded_trf, read_trf
from tournaments.files.imports.import_page import ImportPage
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.pages.get_event import EventPage
from tournaments.pages.send_form import Done
from tournaments.pages.small_form import SmallForm

from .import_trf import CHANGED, carry_out
from .preview_trf import Plan, plan_of

BY_POINTS = parse_tie_break("PTS")
MOST_BYTES = 1_000_000
CHOOSE = gettext_noop("Choose a file.")


class TrfForm(SmallForm):
    """A TRF file, or its text; ``text`` is carried on to the next step."""

    file = forms.FileField(
        label=gettext_lazy("A TRF file"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy(CHOOSE)},
        help_text=gettext_lazy("TRF16 or TRF26, as pairing programs write it (often .trf, .trfx or .txt)."),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("text", "").strip()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.has_error("file"):
            return cleaned
        file = cleaned.get("file")
        try:
            if file and file.size > MOST_BYTES:
                words = _("This file is too large: at most %(number)s kB.")
                raise BadTrf(words % {"number": MOST_BYTES // 1000})
            if file:
                cleaned["text"] = decoded_trf(file.read()).replace("\0", " ")
            if not cleaned.get("text", "").strip():
                raise BadTrf(_(CHOOSE))
            cleaned["document"] = read_trf(cleaned["text"])
        except BadTrf as error:
            self.add_error("file", str(error))
        return cleaned


@dataclass(frozen=True)
class PreviewLine:
    """A row of the standings that the import would lead to."""

    row: StandingsRow
    name: str
    rating: int
    account: str
    points: str
    numbers: list[str]


class ImportTrfPage(EventPage, ImportPage[Plan]):
    asks = "tournaments/import_trf.html"
    previews = "tournaments/import_trf_preview.html"
    changed = CHANGED
    form_class = TrfForm

    def about(self) -> dict[str, Any]:
        return {"event": self.event}

    def planned(self, form: forms.Form) -> Plan:
        with _blame_file():
            return plan_of(self.event, form.cleaned_data["document"])

    def digest(self, form: forms.Form, plan: Plan) -> str:
        return _digest(form.cleaned_data["text"], plan)

    def preview(self, form: forms.Form, plan: Plan) -> dict[str, Any]:
        columns = [parse_tie_break(str(code)) for code in _tie_breaks(plan)]
        return {
            "name": form.cleaned_data["document"].header.name,
            "plan": plan,
            "format": plan.rules.name,
            "points": Event.Points(str(plan.settings["points"])).label,
            "played": len(plan.rounds),
            "running": sum(board.is_open for played in plan.rounds for board in played.boards),
            "byes": len(plan.byes),
            "columns": columns,
            "lines": _lines(plan, columns),
        }

    def carry_out(self, form: forms.Form, plan: Plan) -> Done:
        self.plan = None  # what is refused now needs another file
        with _blame_file():
            carry_out(self.event, form.cleaned_data["document"], by=self.request.user, expected=plan)
        if len(plan.rounds) == plan.history.rounds:
            words = _("The tournament is imported and over: check its standings, then end it.")
            return words, reverse("tournaments:manage", args=[self.event.pk])
        words = _("The tournament continues here. Give its players accounts before you publish the next round.")
        return words, reverse("tournaments:accounts", args=[self.event.pk])


@contextmanager
def _blame_file() -> Iterator[None]:
    """Show a refusal beside the file."""
    try:
        yield
    except TournamentRefused as refused:
        raise TournamentRefused(refused.message, "file", refused.status) from refused


def _digest(text: str, plan: Plan) -> str:
    """Return a text that differs if the import would do something else."""
    entries = sorted((number, entry.pk) for number, entry in plan.accounts.items())
    settings = sorted((name, str(value)) for name, value in plan.settings.items())
    whole = "\n".join([*text.splitlines(), str(entries), str(settings)])
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def _tie_breaks(plan: Plan) -> list[str]:
    codes = plan.settings["tie_breaks"]
    return list(codes) if isinstance(codes, list) else []


def _lines(plan: Plan, columns: list[TieBreak]) -> list[PreviewLine]:
    players = {player.number: player for player in plan.history.players}
    lines = []
    for row in standings(plan.history, columns, plan.rules.system):
        player, entry = players[row.number], plan.accounts.get(row.number)
        shown = [column.show(value.number) for column, value in zip(columns, row.values, strict=True)]
        lines.append(
            PreviewLine(
                row, player.name, player.rating, entry.shown_name if entry else "", BY_POINTS.show(row.points), shown
            )
        )
    return lines
