"""A stored match as the game's own text record."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Entry, Record

from .models import Match, Seat
from .queries import entries


def record_of(match: Match, seats: list[Seat], reader: Seat | None, log: Sequence[Entry] | None = None) -> str:
    """The whole match as text, as far as the reader's seat (or a bystander) may know it. ``log`` is what the game
    replays, where the caller has read that already."""
    record = Record(
        options=match.options,
        seed=bytes.fromhex(match.seed),
        players=tuple(seat.name for seat in seats),
        entries=tuple(entries(match) if log is None else log),
        headers=_headers(match),
    )
    return match.game.write_record(record, reader.index if reader else None)


def _headers(match: Match) -> dict[str, str]:
    headers = {"Match": str(match.pk), "Started": match.started_at.date().isoformat()}
    if match.finished_at:
        headers["Finished"] = match.finished_at.date().isoformat()
    return headers
