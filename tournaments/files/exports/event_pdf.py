"""An event on paper: the lines above its tables, and the whole of it as a PDF."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Event
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import EventStandings

from .pdf_file import to_pdf
from .print_layout import paper_tables


def event_pdf(event: Event, standings: EventStandings, as_of: datetime) -> bytes:
    """Write the event as a PDF; ``as_of`` is when the event last changed."""
    moment = date_format(as_of.astimezone(UTC), pgettext("date format", "d F Y, H:i"))
    facts = [*facts_of(event, standings), _("As of %(moment)s UTC.") % {"moment": moment}]
    return to_pdf(event.name, facts, paper_tables(event, standings, colours_of(event)), as_of)


def facts_of(event: Event, standings: EventStandings) -> list[str]:
    """Return sentences about the event, for the top of its PDF."""
    what = ngettext(
        "%(game)s, %(format)s, %(number)s round. %(stage)s.",
        "%(game)s, %(format)s, %(number)s rounds. %(stage)s.",
        event.rounds,
    )
    words = {"game": event.game.name, "format": event.get_format_display(), "number": event.rounds}
    facts = [what % {**words, "stage": capfirst(event.get_stage_display())}]
    if standings.after:
        facts.append(_after(standings))
    left = _("%(name)s has left. %(why)s")
    facts += [
        left % {"name": entry.shown_name, "why": entry.left_words}
        for entry in standings.entries.values()
        if entry.left_words
    ]
    return facts


def _after(standings: EventStandings) -> str:
    words = ngettext(
        "After round %(round)s: %(number)s players.", "After round %(round)s: %(number)s players.", len(standings.rows)
    )
    if standings.is_open:
        words = ngettext(
            "After round %(round)s, with matches still running: %(number)s player.",
            "After round %(round)s, with matches still running: %(number)s players.",
            len(standings.rows),
        )
    return words % {"round": standings.after, "number": len(standings.rows)}
