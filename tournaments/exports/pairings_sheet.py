"""The pairings of an event as a sheet, one row for each board and bye."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction

from tournaments.history import Code, Scoring
from tournaments.models import Event, Pairing, Round
from tournaments.outcomes import BYES, is_forfeit
from tournaments.progress import Colours

from .sheets import Column, Kind, Sheet, Value

PLAYED, FORFEIT, ANNULLED, RUNNING = "played", "forfeit", "annulled", "running"


def pairings_sheet(event: Event, colours: Colours, through: int | None = None) -> Sheet:
    """Of the published rounds, up to round ``through``, in two queries. ``outcome`` keeps forfeits and byes apart from
    what was played; the points of a match's own game stand for the latter alone. Whoever has a bye stands as White."""
    rows = [_row(pairing, event.scoring) for pairing in _pairings(event, through)]
    return Sheet("Pairings", _columns(colours), rows)


def _columns(colours: Colours) -> Sequence[Column]:
    white, black = colours.labels
    return (
        Column("round", "Round", Kind.NUMBER),
        Column("board", "Board", Kind.NUMBER),
        Column("white_number", f"{white}: no.", Kind.NUMBER),
        Column("white", white),
        Column("black_number", f"{black}: no.", Kind.NUMBER),
        Column("black", black),
        Column("white_points", f"{white}: points", Kind.NUMBER),
        Column("black_points", f"{black}: points", Kind.NUMBER),
        Column("outcome", "Outcome"),
        Column("white_volley_points", f"{white}: volley points", Kind.NUMBER),
        Column("black_volley_points", f"{black}: volley points", Kind.NUMBER),
        Column("decided_at", "Decided", Kind.MOMENT),
        Column("remarks", "Remarks"),
    )


def _pairings(event: Event, through: int | None) -> Iterable[Pairing]:
    published = Pairing.objects.filter(round__event=event).exclude(round__stage=Round.Stage.DRAFT)
    if through is not None:
        published = published.filter(round__number__lte=through)
    related = published.select_related("round", "white__player", "black__player")
    return related.order_by("round__number", "board", "pk")


def _row(pairing: Pairing, scoring: Scoring) -> Sequence[Value]:
    white, black = pairing.white, pairing.black
    outcome = outcome_of(pairing)
    volleys = (pairing.white_points, pairing.black_points) if outcome == PLAYED else (None, None)
    return (
        pairing.round.number,
        pairing.board,
        white.number,
        white.shown_name,
        black.number if black else None,
        black.shown_name if black else None,
        _points(pairing, pairing.white_code or (Code.PAIRING_BYE.value if black is None else ""), scoring),
        _points(pairing, pairing.black_code, scoring) if black else None,
        outcome,
        *volleys,
        _decided(pairing),
        ", ".join(_remarks(pairing)) or None,
    )


def outcome_of(pairing: Pairing) -> str:
    if pairing.is_annulled:
        return ANNULLED
    if pairing.black_id is None:
        return BYES[Code(pairing.white_code or Code.PAIRING_BYE)]
    if not pairing.white_code:
        return RUNNING
    return FORFEIT if any(is_forfeit(Code(code)) for code in (pairing.white_code, pairing.black_code)) else PLAYED


def _points(pairing: Pairing, code: str, scoring: Scoring) -> Fraction | None:
    return None if pairing.is_annulled or not code else scoring.points(Code(code))


def _decided(pairing: Pairing) -> datetime | None:
    return pairing.decided_at if pairing.black_id else None


def _remarks(pairing: Pairing) -> list[str]:
    marks = [(pairing.is_by_hand, "paired by an organiser"), (pairing.settled_by_hand, "settled by an organiser")]
    return [words for holds, words in marks if holds]
