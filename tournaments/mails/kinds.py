"""The kinds of email about events, clubs and seasons: who gets each, and which setting stops it."""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import Kind, register
from mail.preferences.unsubscribe import TURNS

from . import all_players, cancelling, clubs, dates, decisions, entries, organisers, places, rounds, seasons

KINDS: Mapping[str, Kind] = {
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
WAITING = frozenset({*rounds.KINDS, *all_players.KINDS, *decisions.KINDS})  # in their readers' quiet hours
INVITATIONS = ("event_invitation", "club_invitation", "club_place", "place_offered")
STOPPED_BY = {
    **dict.fromkeys((*rounds.KINDS, *all_players.KINDS), TURNS),
    "club_news": "club_news",
    **seasons.STOPPED_BY,
    **decisions.STOPPED_BY,
    **dict.fromkeys(INVITATIONS, "invitations"),
}

# To those who run something: nobody turns these off by a wish about mail on turns.
FOR_ORGANISERS: Mapping[str, Kind] = {
    **organisers.FOR_ORGANISERS,
    **rounds.FOR_ORGANISERS,
    **clubs.FOR_ORGANISERS,
    **places.FOR_ORGANISERS,
}


def register_all() -> None:
    for name, kind in KINDS.items():
        register(name, kind, may_wait=name in WAITING, stopped_by=STOPPED_BY.get(name, ""))
    for name, kind in FOR_ORGANISERS.items():
        register(name, kind, for_hosts=True)
