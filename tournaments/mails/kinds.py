"""The kinds of emails about events, clubs and seasons."""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import MailKind

from . import all_players, cancelling, clubs, dates, decisions, entries, organisers, places, rounds, seasons

KINDS: Mapping[str, MailKind] = {
    **entries.KINDS,
    **organisers.KINDS,
    **rounds.KINDS,
    **clubs.KINDS,
    **seasons.KINDS,
    **places.KINDS,
    **all_players.KINDS,
    **cancelling.KINDS,
    **decisions.KINDS,
    **dates.KINDS,
}
