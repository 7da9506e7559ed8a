"""Players of Fortify who play their matches out at once, so that a result comes as a test wants it."""

from __future__ import annotations

from matches.gate import draws
from matches.gate.turns import resign, submit_turn
from matches.models import LogEntry, Match, Seat

OPENING = ("B@a3", "B@d4")  # on Shore, where a Battleship can be fortified at once (4x5)
FORTIFIED, IDLE = ("a3+", "d4+"), "pass"
OF_A_BATTLESHIP, OF_A_WIN = 3, 7
VIA = LogEntry.Via.SITE


def play_out(match: Match, shares: tuple[float, float], points: tuple[int, int]) -> None:
    """Each plays a turn. Then the one chosen for a Battleship's points fortifies one, and the loser resigns or both
    agree to a draw. ``shares`` and ``points`` are what Red and Green shall have in the end."""
    fortifies = [
        own - (OF_A_WIN if share == 1 else 0) == OF_A_BATTLESHIP for own, share in zip(points, shares, strict=True)
    ]
    turns = [*OPENING]
    if any(fortifies):
        turns.append(FORTIFIED[0] if fortifies[0] else IDLE)
    if fortifies[1]:
        turns.append(FORTIFIED[1])
    played = match.log.filter(kind=LogEntry.Kind.PLAY).count()
    for ply in range(played, len(turns)):
        play_turn(match, ply % 2, turns[ply])
    _end(match, shares)
    match.refresh_from_db()
    ended = [(float(seat.share or 0), seat.score) for seat in match.seats.order_by("index")]
    assert ended == list(zip(shares, points, strict=True)), ended


def play_turn(match: Match, place: int, text: str) -> None:
    seat = seat_of(match, place)
    assert seat.asked_turn is not None, f"{seat} is not to move"
    submit_turn(seat, seat.asked_turn, text, VIA)


def seat_of(match: Match, place: int) -> Seat:
    return match.seats.get(index=place)


def _end(match: Match, shares: tuple[float, float]) -> None:
    red, green = seat_of(match, 0), seat_of(match, 1)
    if shares[0] == shares[1]:
        draws.offer_draw(red, VIA)
        draws.accept_draw(green, VIA)
    else:
        resign(green if shares[0] > shares[1] else red, VIA)
