"""The columns by which an event ranks its players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from competition.standings import TIE_BREAK_KINDS, BadTieBreak, TieBreak, parse_tie_break
from competition.standings.tie_break import check_tie_break
from i18n.text import noop

if TYPE_CHECKING:
    from tournaments.models import Event

BY_POINTS = TieBreak(TIE_BREAK_KINDS["PTS"])
BY_TABLE_POINTS = TieBreak(
    replace(TIE_BREAK_KINDS["PTS"], article="", explained=noop("Your points of all tables, added up."))
)


def tie_breaks_of(event: Event) -> list[TieBreak]:
    """Return the event's tie-breaks, without those that no longer exist (from an import, say)."""
    if "tie_breaks" not in event.rules.settings:
        return []
    found = []
    for code in event.tie_breaks:
        try:
            tie_break = parse_tie_break(str(code))
            check_tie_break(tie_break, event.rules.system)
        except BadTieBreak:
            continue
        if tie_break != BY_POINTS:
            found.append(tie_break)
    return found
