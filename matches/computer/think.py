"""A computer's turn: thought about outside any transaction, and played through the gate like anybody's.

It knows what its seat may know (``engine.players``). The same turn is always thought about with the same seed, so that
a job that is delivered twice plays one turn, and a worker that was killed loses nothing but time.
"""

from __future__ import annotations

import logging
import random
import time
from hashlib import sha256
from typing import Final

from django.core.cache import cache

from engine.players.choose import choose
from matches.gate import draws, turns
from matches.gate.refused import Refused
from matches.models import Match, Seat, Turn

from .ask import waiting_seats

log = logging.getLogger(__name__)

THINKING: Final = 60  # seconds for which a second worker leaves a turn alone
A_DRAW: Final = 0.5
A_ROUND: Final = 15.0  # seconds in which a site without workers begins to think: its next tick must not be late


def think(seat_id: int, number: int) -> Turn | None:
    """Play the turn of that number; ``None`` where there is none to play, or another worker is at it."""
    seat = Seat.objects.select_related("match", "player").filter(pk=seat_id, number=number, finished_at=None).first()
    if seat is None or seat.player is None or seat.player.computer is None:
        return None
    lease = f"thinking:{seat_id}:{number}"
    if not cache.add(lease, 1, THINKING):
        return None
    try:
        text, value = _choose(seat, seat.player.computer)
        return _play(seat, number, text, value)
    except Refused as refused:  # taken back meanwhile, or over, or busy: what is still asked for the sweep finds
        log.info("%s, turn %s: %s", seat, number, refused.message)
        return None
    finally:
        cache.delete(lease)


def think_due() -> int:
    """Play the turns that wait, in this process and for a limited time; how many."""
    until = time.monotonic() + A_ROUND
    played = 0
    for pk, number in list(waiting_seats().values_list("pk", "number")[:200]):
        if time.monotonic() > until:
            break
        played += think(pk, number or 0) is not None
    return played


def _choose(seat: Seat, strength: str) -> tuple[str, float]:
    """A turn, and the share that the computer expects of it. Where the search fails, any turn will do: the match must
    go on."""
    match = seat.match
    state = match.loaded_state
    seed = sha256(b"computer" + bytes.fromhex(match.seed) + b"%d" % (seat.number or 0)).digest()
    try:
        chosen = choose(match.game, state, seat.index, strength, seed)
    except Exception:  # whatever is wrong with it
        log.exception("%s could not think about turn %s", seat, seat.number)
        return match.game.sample(state, seat.index, random.Random(seed)), 1.0
    return chosen.text, chosen.value


def _play(seat: Seat, number: int, text: str, value: float) -> Turn:
    """A draw that is on offer is accepted where it brings as much as the computer expects; else playing declines it."""
    offered_by = Match.objects.values_list("draw_offered_by", flat=True).get(pk=seat.match_id)
    if offered_by not in {None, seat.pk} and value <= A_DRAW:
        return draws.accept_draw(seat, Turn.Via.COMPUTER)
    return turns.submit_turn(seat, number, text, Turn.Via.COMPUTER)
