"""A match of Fortify in which Ada has played and waits for Ben."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from matches.conditional import edit
from matches.conditional.describe import Lines
from matches.conditional.edit import lines_of
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from tests.support.matches import SITE, fresh, submit


@pytest.fixture
def ada(match: Match) -> Seat:
    """Red on the map 4x5, who has put a Tank on b3, so that Green is asked for turn 2 under number 2."""
    seat = match.seats.get(index=0)
    submit(seat, "T@b3")
    return fresh(seat)


@pytest.fixture
def ben(ada: Seat) -> Seat:
    return fresh(ada.match.seats.get(index=1))


def set_lines(seat: Seat, text: str) -> Lines:
    return edit.set_lines(seat, text, SITE)


def refused(seat: Seat, text: str) -> MatchRefused:
    """What is said against these lines; and whatever was set before still is."""
    before = stored(seat)
    with pytest.raises(MatchRefused) as caught:
        set_lines(seat, text)
    assert stored(seat) == before
    return caught.value


def stored(seat: Seat) -> tuple[str, str]:
    """What the seat says of its lines, and what they are."""
    seat.refresh_from_db()
    match = Match.objects.get(pk=seat.match_id)
    lines = lines_of(match, list(match.seats.select_related("player")), seat)
    return seat.ahead, lines.text if lines else ""


def log_of(match: Match) -> list[tuple[int | None, str, str]]:
    """The turns of each player, and which way they came."""
    turns: Iterable[LogEntry] = match.log.filter(number__isnull=False).select_related("seat").order_by("index")
    return [(turn.seat.index if turn.seat else None, turn.text, turn.via) for turn in turns]
