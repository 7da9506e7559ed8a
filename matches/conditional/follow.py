"""What was set ahead is played: in the transaction of the turn that it answers, on the same locked match.

It is the player's own turn in everything: it has a line and a number of its own in the log, takes no time, and adds
the increment to the clock. What does not fit is dropped when the seat is asked (``LockedMatch.ask``).
"""

from __future__ import annotations

import logging

from engine.errors import GameError
from matches.gate.lock.locked_match import LockedMatch
from matches.models import ConditionalTurns, Seat, Turn

from . import tree
from .validate import awaits_turn

log = logging.getLogger(__name__)


def follow(locked_match: LockedMatch, turn: Turn) -> None:
    """Play at once what was set as the answer to this turn, by a player or by the clock, and to that answer likewise.

    It comes to an end, since each answer uses up a level of what was set. The caller asks the next player.
    """
    answer: Turn | None = turn
    while answer is not None and any(seat.ahead == Seat.Ahead.SET for seat in locked_match.seats):
        answer = _answer(locked_match, answer)


def _answer(locked_match: LockedMatch, turn: Turn) -> Turn | None:
    owner = next(
        (seat for seat in locked_match.seats if seat.ahead == Seat.Ahead.SET and seat.pk != turn.seat_id), None
    )
    if owner is None or turn.number is None or not awaits_turn(locked_match.game, locked_match.state, owner.index):
        return None
    if locked_match.match.draw_offered_by_id not in {None, owner.pk}:
        return None  # to play would turn down an offer that the owner has not answered
    stored = ConditionalTurns.objects.filter(seat=owner, number=turn.number).first()
    node = tree.find(tree.load(stored.tree), turn.text) if stored else None
    if stored is None or node is None:
        return None
    try:
        answer = locked_match.log_conditional(owner, node.reply)
    except GameError:  # whose words may name the turn, which stays between the player and the site
        log.warning("a conditional turn of %s can no longer be played", owner)
        return None
    _keep(locked_match, owner, stored, node.then)
    locked_match.tell("conditional_played", [owner], answer)
    return answer


def _keep(locked_match: LockedMatch, owner: Seat, stored: ConditionalTurns, rest: tree.Tree) -> None:
    """What is left waits for the turn that will be asked for next; its number is known already."""
    (other,) = locked_match.others(owner)
    if not rest or not awaits_turn(locked_match.game, locked_match.state, other.index):
        owner.ahead = ""
        return
    stored.number, stored.tree = locked_match.match.next_number, tree.dump(rest)
    stored.save(update_fields=["number", "tree"])
