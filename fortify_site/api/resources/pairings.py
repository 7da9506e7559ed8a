"""Pairings, as answers and webhooks have them: who met, what came of it, and in a cup who advances."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Field, Schema

from competition.history import Code
from tournaments.models import DrawnMatch, Entry, Event, Pairing, Round, seated
from tournaments.standings.result_words import sign


class EntryRef(Schema):
    entry: int
    number: int | None
    name: str


class DrawnOut(Schema):
    """A drawn match of a cup that was followed by another. ``white`` and ``black`` are entries."""

    match: int | None
    white: int
    black: int
    white_points: int | None
    black_points: int | None


class TableSeatOut(Schema):
    """A player at a table of several."""

    entry: EntryRef
    place: int | None = Field(
        description="Once the table is decided; null for players who gave up before their first turn."
    )
    points: int | None = Field(description="The game’s own points.")


class PairingOut(Schema):
    """``white`` is the first of the pair, whatever the game calls its sides; ``black`` is empty for a bye.

    In a cup ``goes_on`` is the player who advances, whatever the result of the match was. At a table of several
    ``table`` has all players, of whom ``white`` and ``black`` are the first two; there are no codes then. On an
    expedition ``white`` is the team’s captain, ``black`` is empty, and ``table`` has its members, without places.
    """

    board: int
    white: EntryRef
    black: EntryRef | None
    outcome: str = Field(description="running, waits (the match has not begun), decided, annulled or bye")
    white_code: str = Field(description="TRF’s letter for the result, empty while it runs.")
    black_code: str
    result: str = Field(description="“1–0”, “½–½”, “+ : −”, at a table of several “1. Ada, 2. Ben”, or empty.")
    white_points: int | None = Field(description="The game’s own points in the match.")
    black_points: int | None
    match: int | None
    decided_at: datetime | None
    goes_on: EntryRef | None = Field(description="In a cup: who advances, once that is decided.")
    decided_by: str = Field(
        description="What decided that: match, further_match, points, seed, organiser, forfeit, bye, or empty."
    )
    why: str = Field(description="The same in words, where the result does not say it: “by game points, 31–28”.")
    drawn: list[DrawnOut] = Field(description="In a cup: the matches that the two drew before this one.")
    table: list[TableSeatOut] = Field(description="At a table of several: who sits there, in the order of the seats.")
    team: str = Field(description="On an expedition: the name of the team, if it has one.")
    measured: list[int] = Field(
        description="On an expedition: what the team has reached, in the order of the columns of the standings. Empty "
        "until its match is decided, and where it has missed the round."
    )


def pairings_of(event: Event, round: Round) -> list[PairingOut]:
    rows = seated(round.pairings.select_related("white__player", "black__player").order_by("board", "pk"), event)
    return [
        pairing_out(event, each)
        for each in (rows.prefetch_related("drawn") if event.rules.plays_on_after_draws else rows)
    ]


def pairing_out(event: Event, pairing: Pairing) -> PairingOut:
    return PairingOut(
        **_going_on(event, pairing),
        board=pairing.board,
        white=ref(pairing.white),
        black=ref(pairing.black) if pairing.black and not pairing.is_of_team else None,
        outcome=_outcome(pairing),
        white_code=pairing.white_code,
        black_code=pairing.black_code,
        result=_result(event, pairing),
        white_points=pairing.white_points,
        black_points=pairing.black_points,
        match=pairing.match_id,
        decided_at=pairing.decided_at,
        table=[
            TableSeatOut(entry=ref(seat.entry), place=None if pairing.is_of_team else seat.place, points=seat.score)
            for seat in (pairing.table_seats.all() if pairing.size else ())
        ],
        team=pairing.white.team,
        measured=pairing.measured or [],
    )


def ref(entry: Entry) -> EntryRef:
    return EntryRef(entry=entry.pk, number=entry.number, name=entry.shown_name)


def drawn_out(match: DrawnMatch) -> DrawnOut:
    return DrawnOut(
        match=match.match_id,
        white=match.white_id,
        black=match.black_id,
        white_points=match.white_points,
        black_points=match.black_points,
    )


def _going_on(event: Event, pairing: Pairing) -> dict[str, Any]:
    advance = event.rules.advance(event, pairing)
    return {
        "goes_on": ref(advance.entry) if advance.entry else None,
        "decided_by": advance.how,
        "why": advance.why,
        "drawn": [drawn_out(each) for each in advance.drawn],
    }


def _outcome(pairing: Pairing) -> str:
    if pairing.is_annulled:
        return "annulled"
    if pairing.is_bye:
        return "bye"
    if _is_decided(pairing):
        return "decided"
    return "waits" if pairing.waits else "running"


def _is_decided(pairing: Pairing) -> bool:
    return bool(pairing.white_code) or pairing.decided_at is not None


def _result(event: Event, pairing: Pairing) -> str:
    if pairing.is_annulled or not _is_decided(pairing):
        return ""
    return sign(Code(pairing.white_code)) if pairing.is_bye else str(event.rules.outcomes.words(pairing))
