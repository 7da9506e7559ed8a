"""A process that plays in its own match and in one that all writers share.

Run ``python -m tests.faults.writer`` with a file to wait for, how many turns to play, the match all share, and the
match of its own.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import django

READY = "ready to write"


def main(go: str, turns: str, shared: str, own: str) -> None:
    django.setup()
    from matches.models import Match

    matches = [Match.objects.get(pk=pk) for pk in (shared, own)]
    print(READY, flush=True)
    while not Path(go).exists():
        time.sleep(0.01)
    for number in range(int(turns)):
        play_in(matches[number % 2], random.Random(number))
    print("done", flush=True)


def play_in(match: object, luck: random.Random) -> None:
    from engine.errors import GameError
    from matches.gate import refused as refusal
    from matches.gate.turns import submit_turn
    from matches.models import LogEntry, Match

    assert isinstance(match, Match)
    match.refresh_from_db()
    seat = match.seats.filter(asked_turn__isnull=False).first()
    if seat is None or seat.asked_turn is None:
        return
    try:
        text = match.game.sample(match.loaded_state, seat.index, luck)
        submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)
    except GameError:
        return  # another writer was quicker, after the match and before the seat was read
    except refusal.MatchRefused as refused:
        if refused.code == "busy":  # anything else means the same
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
