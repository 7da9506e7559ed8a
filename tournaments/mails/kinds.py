"""The kinds of emails about events, clubs and seasons."""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import MailKind

from . import (
    archives,
    cancelling,
    clocks,
    clubs,
    dates,
    decisions,
    end_date,
    entries,
    organisers,
    places,
    rounds,
    seasons,
)

KINDS: Mapping[str, MailKind] = {
    **entries.KINDS,
    **organisers.KINDS,
    **rounds.KINDS,
    **clubs.KINDS,
    **archives.KINDS,
    **seasons.KINDS,
    **places.KINDS,
    **clocks.KINDS,
    **end_date.KINDS,
    **cancelling.KINDS,
    **decisions.KINDS,
    **dates.KINDS,
}
