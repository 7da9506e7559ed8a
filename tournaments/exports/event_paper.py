"""An event on paper: what stands above its tables, and the whole of it as a PDF."""

from __future__ import annotations

from datetime import UTC, datetime

from tournaments.models import Event
from tournaments.progress import colours_of
from tournaments.tables import EventTable

from .paper import paper_tables
from .pdf_file import to_pdf


def event_pdf(event: Event, table: EventTable, as_of: datetime) -> bytes:
    """``as_of`` is when the event last changed."""
    facts = [*facts_of(event, table), f"As of {as_of.astimezone(UTC):%d %B %Y, %H:%M} UTC."]
    return to_pdf(event.name, facts, paper_tables(event, table, colours_of(event)), as_of)


def facts_of(event: Event, table: EventTable) -> list[str]:
    """Sentences."""
    rounds = f"{event.rounds} round{'' if event.rounds == 1 else 's'}"
    facts = [f"{event.game.name}, {event.get_format_display()}, {rounds}. {event.get_stage_display().capitalize()}."]
    if table.after:
        open_words = ", in which matches still run" if table.is_open else ""
        facts.append(f"After round {table.after}{open_words}: {len(table.rows)} players.")
    facts += [
        f"{entry.shown_name} has left. {entry.left_words}" for entry in table.entries.values() if entry.left_words
    ]
    return facts
