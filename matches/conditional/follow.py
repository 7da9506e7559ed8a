"""Playing what was set ahead: in the transaction of the turn that it answers, on the same locked match.

It counts as the player's own turn in everything: it has a line and a number of its own in the log, takes no time, and
adds the increment to the clock. Conditional turns that don't fit are dropped when the seat is asked
(``LockedMatch.ask``), orders as soon as the game no longer offers them.
"""

from __future__ import annotations

import logging

from engine.errors import GameError
from matches.gate.lock.locked_match import LockedMatch
from matches.models import ConditionalTurns, LogEntry, Seat

from . import orders, tree
from .validate import awaits_turn

log = logging.getLogger(__name__)

MOST_ORDERED = 20  # at once; then the next player is asked


def play_what_was_set_ahead(locked_match: LockedMatch, turn: LogEntry) -> None:
    """Play at once the answer that was set ahead to this turn, then the answer to that, and so on.

    The answers are conditional turns, or orders for what is asked next; the turn may be a player's or the clock's. The
    caller asks the next player. It comes to an end: each answer uses up a level of what was set, and the number of
    ordered turns is limited.
    """
    answer: LogEntry | None = turn
    ordered = 0
    while answer is not None:
        found = _answer(locked_match, answer)
        if found is None and ordered < MOST_ORDERED:
            found, ordered = _ordered(locked_match), ordered + 1
        answer = found
    _drop_orders(locked_match)


def _ordered(locked_match: LockedMatch) -> LogEntry | None:
    """Play the turn that its orders give to a seat about to be asked; return it, or ``None`` if there is none."""
    match, asked = locked_match.match, locked_match.game.to_act(locked_match.state)
    for seat in locked_match.seats:
        if not seat.orders or seat.index not in asked or seat.asked_turn is not None:
            continue
        if match.draw_offered_by_id not in {None, seat.pk}:
            continue  # to play would turn down an offer that the owner has not answered
        try:
            text = locked_match.game.follow(locked_match.state, seat.index, orders.keys_of(seat))
            if text is None:
                continue
            turn = locked_match.log_ahead(seat, text, LogEntry.Via(seat.orders["via"]), is_ordered=True)
        except GameError:
            log.warning("an order of %s can no longer be played", seat)
            continue
        locked_match.tell("conditional_played", [seat], turn, ordered=1)
        return turn
    return None


def _drop_orders(locked_match: LockedMatch) -> None:
    """Drop the orders that no longer hold."""
    for seat in locked_match.seats:
        if seat.orders:
            left = orders.standing(locked_match.game, locked_match.state, seat)
            seat.orders = orders.kept([order.key for order in left], seat.orders["via"])


def _answer(locked_match: LockedMatch, turn: LogEntry) -> LogEntry | None:
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
        answer = locked_match.log_ahead(owner, node.reply, LogEntry.Via.CONDITIONAL)
    except GameError:  # whose words may name the turn, which stays between the player and the site
        log.warning("a conditional turn of %s can no longer be played", owner)
        return None
    _keep(locked_match, owner, stored, node.then)
    locked_match.tell("conditional_played", [owner], answer)
    return answer


def _keep(locked_match: LockedMatch, owner: Seat, stored: ConditionalTurns, rest: tree.Tree) -> None:
    """Keep the rest of the conditional turns for the turn asked for next, whose number is known already."""
    (other,) = locked_match.others(owner)
    if not rest or not awaits_turn(locked_match.game, locked_match.state, other.index):
        owner.ahead = ""
        return
    stored.number, stored.tree = locked_match.match.next_number, tree.dump(rest)
    stored.save(update_fields=["number", "tree"])
