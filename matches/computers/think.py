"""A computer's turn: thought about outside any transaction, and played through the gate like any player's.

It knows what its seat may know (``engine.players``), and its own dice have nothing to do with the match's. The same
turn is always thought about with the same dice, so that a job that is delivered twice plays one turn, and a worker that
was killed loses nothing but time.
"""

from __future__ import annotations

import logging
import random
import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac

from engine.game import Game
from engine.players.choose import Chosen, choose
from i18n.text import noop, say
from matches.gate import draws, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat

from .failures import note_failure
from .fair_queue import note_served, turns_in_line

log = logging.getLogger(__name__)

THINKING: Final = 60  # seconds for which a second worker leaves a turn alone
A_DRAW: Final = 0.5
A_ROUND: Final = 15.0  # seconds in which a site without workers begins to think: its next tick must not be late
AT_RANDOM: Final = noop("The computer’s search failed, so it played at random.")


def computers_play(game: Game) -> bool:
    """Return whether computers play that game here. In a team's game they need to be able to look ahead."""
    return settings.COMPUTER_PLAYERS and not (game.together and game.lookahead() is None)


def think(seat_id: int, number: int) -> LogEntry | None:
    """Play the computer's turn of that number; ``None`` if there is none to play, or another worker is at it.

    Raises what the search raised, once any legal turn is played in its place: the match continues, and the log tells
    its players.
    """
    seat = (
        Seat.objects.select_related("match", "player").filter(pk=seat_id, asked_turn=number, finished_at=None).first()
    )
    if seat is None or seat.player is None or seat.player.computer is None:
        return None
    lease = f"thinking:{seat_id}:{number}"
    if not cache.add(lease, 1, THINKING):
        return None
    try:
        return _play(seat, number, _choose(seat, number, seat.player.computer))
    except MatchRefused as refused:  # taken back meanwhile, or over, or busy: what is still asked for the sweep finds
        _note(seat, number, refused)
        return None
    finally:
        cache.delete(lease)


def think_next() -> LogEntry | None:
    """Play the turn that is next in line; ``None`` if there is none, or other workers are at all that wait."""
    for seat, number, share in turns_in_line():
        note_served(share)
        if (turn := think(seat, number)) is not None:
            return turn
    return None


def think_due() -> int:
    """Play the turns that wait, in this process and for a limited time; return how many.

    A failed search doesn't hold up the others: the first error is raised at the end.
    """
    until = time.monotonic() + A_ROUND
    played, failures = 0, list[Exception]()
    for seat, number, _ in turns_in_line():
        if time.monotonic() > until:
            break
        try:
            played += think(seat, number) is not None
        except Exception as error:  # a search's
            failures.append(error)
    if failures:
        raise failures[0]
    return played


def _choose(seat: Seat, number: int, strength: str) -> Chosen:
    match = seat.match
    state = match.loaded_state
    dice = salted_hmac("matches.computer", f"{seat.pk}:{number}", algorithm="sha256").digest()
    try:
        return choose(match.game, state, seat.index, strength, dice)
    except Exception as error:
        note_failure()
        text = match.game.sample(state, seat.index, random.Random(dice))
        try:
            turns.submit_turn(seat, number, text, LogEntry.Via.COMPUTER, note=say(AT_RANDOM))
        except MatchRefused as refused:
            _note(seat, number, refused)
            raise error from None
        raise


def _note(seat: Seat, number: int, refused: MatchRefused) -> None:
    """Log a refused turn without the refusal's message, which may say what another worker has played: a secret pick."""
    log.info("%s, turn %s was refused: %s", seat, number, refused.code)


def _play(seat: Seat, number: int, chosen: Chosen) -> LogEntry:
    """Play a turn, or accept a draw on offer if it brings as much as the computer expects; playing declines it."""
    offered_by = Match.objects.values_list("draw_offered_by", flat=True).get(pk=seat.match_id)
    if offered_by not in {None, seat.pk} and chosen.value <= A_DRAW:
        return draws.accept_draw(seat, LogEntry.Via.COMPUTER)
    return turns.submit_turn(seat, number, chosen.text, LogEntry.Via.COMPUTER)
