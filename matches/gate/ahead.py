"""Turns set ahead: how a match keeps them, and playing them in the transaction of the turn that they answer.

Conditional turns are kept as a tree of answers, orders as the game's keys. What is played so counts as the player's own
turn in everything: it has a line and a number of its own in the log, takes no time, and adds the increment to the
clock. Conditional turns that don't fit are dropped when the seat is asked (``LockedMatch.ask``), orders as soon as the
game no longer offers them. Players set both in ``matches.conditional``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.errors import GameError
from engine.game import Game
from engine.values import Order
from matches.models import ConditionalTurns, LogEntry, Seat

from .locked_match import LockedMatch

log = logging.getLogger(__name__)

MOST_ORDERED = 20  # at once; then the next player is asked


@dataclass(frozen=True, slots=True)
class Node:
    """An answer set ahead: if the opponent plays ``condition``, ``reply`` is played, both in the game's own notation.

    ``then`` has the answers to the opponent's next turn after that.
    """

    condition: str
    reply: str
    then: tuple[Node, ...] = ()


Tree = tuple[Node, ...]


def dump_tree(tree: Iterable[Node]) -> list[dict[str, Any]]:
    return [{"if": node.condition, "then": node.reply, "next": dump_tree(node.then)} for node in tree]


def load_tree(data: Iterable[dict[str, Any]]) -> Tree:
    return tuple(Node(each["if"], each["then"], load_tree(each["next"])) for each in data)


def awaits_turn(game: Game, state: Any, seat: int) -> bool:
    """Return whether only this seat is asked, for an ordinary turn, and everyone knows what decides its legality."""
    return game.to_act(state) == (seat,) and game.may_judge_ahead(state) and game.decision(state, seat).is_turn


def standing_orders(game: Game, state: Any, seat: Seat) -> tuple[Order, ...]:
    """Return the seat's orders that hold in this state."""
    keys = _keys_of(seat)
    return tuple(order for order in game.orders(state, seat.index) if order.key in keys) if keys else ()


def dump_orders(orders: Iterable[Order], via: str) -> dict[str, Any] | None:
    """Return orders in the form in which the seat stores them; ``None`` for none."""
    keys = [order.key for order in orders]
    return {"keys": keys, "via": via} if keys else None


def _keys_of(seat: Seat) -> list[str]:
    found: list[str] = (seat.orders or {}).get("keys", [])
    return found


# -- playing it ------------------------------------------------------------------------------------------------------


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
            text = locked_match.game.follow(locked_match.state, seat.index, _keys_of(seat))
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
            left = standing_orders(locked_match.game, locked_match.state, seat)
            seat.orders = dump_orders(left, seat.orders["via"])


def _answer(locked_match: LockedMatch, turn: LogEntry) -> LogEntry | None:
    owner = next(
        (seat for seat in locked_match.seats if seat.ahead == Seat.Ahead.SET and seat.pk != turn.seat_id), None
    )
    if owner is None or turn.number is None or not awaits_turn(locked_match.game, locked_match.state, owner.index):
        return None
    if locked_match.match.draw_offered_by_id not in {None, owner.pk}:
        return None  # to play would turn down an offer that the owner has not answered
    stored = ConditionalTurns.objects.filter(seat=owner, number=turn.number).first()
    tree = load_tree(stored.tree) if stored else ()
    node = next((node for node in tree if node.condition == turn.text), None)
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


def _keep(locked_match: LockedMatch, owner: Seat, stored: ConditionalTurns, rest: Tree) -> None:
    """Keep the rest of the conditional turns for the turn asked for next, whose number is known already."""
    (other,) = locked_match.others(owner)
    if not rest or not awaits_turn(locked_match.game, locked_match.state, other.index):
        owner.ahead = ""
        return
    stored.number, stored.tree = locked_match.match.next_number, dump_tree(rest)
    stored.save(update_fields=["number", "tree"])
