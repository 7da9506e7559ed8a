"""The kinds of email about events, clubs and seasons: to whom each goes, and which wish stops it."""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import Kind, register

from . import all_players, clubs, entries, organisers, places, rounds, seasons

KINDS: Mapping[str, Kind] = {
    **entries.KINDS,
    **organisers.KINDS,
    **rounds.KINDS,
    **clubs.KINDS,
    **seasons.KINDS,
    **places.KINDS,
    **all_players.KINDS,
}
ABOUT_TURNS = frozenset({*rounds.KINDS, *all_players.KINDS})
INVITATIONS = ("event_invitation", "club_invitation", "club_place", "place_offered")
STOPPED_BY = {"club_news": "club_news", **seasons.STOPPED_BY, **dict.fromkeys(INVITATIONS, "invitations")}

# To those who run something: nobody turns these off by a wish about mail on turns.
FOR_ORGANISERS: Mapping[str, Kind] = {
    **organisers.FOR_ORGANISERS,
    **rounds.FOR_ORGANISERS,
    **clubs.FOR_ORGANISERS,
    **places.FOR_ORGANISERS,
}


def register_all() -> None:
    for name, kind in KINDS.items():
        register(name, kind, may_wait=name in ABOUT_TURNS, stopped_by=STOPPED_BY.get(name, ""))
    for name, kind in FOR_ORGANISERS.items():
        register(name, kind, for_hosts=True)
