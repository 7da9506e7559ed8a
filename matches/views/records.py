"""A stored match as the game's own text record."""

from __future__ import annotations

from engine.game import Record
from matches.models import Match, Seat
from matches.queries import entries


def record_of(match: Match, seats: list[Seat], reader: Seat | None) -> str:
    """The whole match as text, as far as the reader's seat (or a bystander) may know it."""
    record = Record(
        options=match.options,
        seed=bytes.fromhex(match.seed),
        players=tuple(seat.name for seat in seats),
        entries=tuple(entries(match)),
        headers=_headers(match),
    )
    return match.game.write_record(record, reader.index if reader else None)


def _headers(match: Match) -> dict[str, str]:
    headers = {"Match": str(match.pk), "Started": match.started_at.date().isoformat()}
    if match.finished_at:
        headers["Finished"] = match.finished_at.date().isoformat()
    return headers
