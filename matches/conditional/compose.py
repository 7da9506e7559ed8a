"""Conditional turns put together on the board, turn by turn: what may be played at one point of a chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import GameError, UnreadableTurn
from engine.game import Game
from engine.values import Draft
from i18n.text import begun, say
from matches.gate.ahead import awaits_turn
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat

from .edit import other_seat, why_not
from .limits import DEEPEST, LONGEST
from .parse import too_deep
from .validate import no_answer, no_turn_to_wait_for


@dataclass(frozen=True, slots=True)
class AheadDraft:
    """A turn under way of the seat that plays at this point of a chain, on the board as all know it."""

    seat: Seat
    draft: Draft


def draft_ahead(match: Match, seats: Sequence[Seat], seat: Seat, chain: Sequence[str], text: str) -> AheadDraft:
    """Draft a turn of the opponent's, or the answer to it, after the turns of the ``chain``.

    The chain begins with the opponent's turn, and the two take turns in it. Nothing is kept. Raises ``MatchRefused``
    for everything that ``set_lines`` would refuse at this point.
    """
    game, state = match.game, match.loaded_state
    if refused := why_not(match, seats, state, seat):
        raise refused
    other = other_seat(seats, seat)
    if len(chain) >= 2 * DEEPEST:
        raise MatchRefused(begun(too_deep(len(chain) // 2 + 1)), "unreadable")
    if (length := sum(map(len, [*chain, text]))) > LONGEST:
        words = say("That’s %(number)s characters; the limit is %(most)s.", number=length, most=LONGEST)
        raise MatchRefused(words, "unreadable")
    try:
        state = _after(game, game.as_known(state), seat, other, chain)
        mover = seat if len(chain) % 2 else other
        return AheadDraft(mover, game.begin(state, mover.index, text))
    except GameError as error:
        raise MatchRefused(str(error), "unreadable" if isinstance(error, UnreadableTurn) else "illegal") from error


def _after(game: Game, state: Any, seat: Seat, other: Seat, chain: Sequence[str]) -> Any:
    """Return the state after the chain, in which the next of the two is asked for a turn."""
    for place, text in enumerate(chain):
        mover, following = (seat, other) if place % 2 else (other, seat)
        played = game.play(state, mover.index, text)
        state = played.state
        if not awaits_turn(game, state, following.index):
            fault = no_turn_to_wait_for(played.text, other.name) if place % 2 else no_answer(game, played)
            raise MatchRefused(begun(fault), "illegal")
    return state
