"""Orders that a player sets ahead (rules 11). None of them depends on anything hidden.

Orders for the round have its number in their key, and the order to pass also has the number of attacks that its player
had suffered in it: with the next attack, or the next round, such orders are no longer offered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.fortress.cards.position import ATTACKING, OVER_PHASE, STARTER, Position
from engine.fortress.rules.legal import may_call_done
from engine.fortress.rules.steps import DONE_STEP, PASS, start
from engine.values import Order
from i18n.text import say, seat_name

from .state import MatchState


def orders(state: MatchState, seat: int) -> tuple[Order, ...]:
    """Return the orders that a seat may set ahead in this state."""
    position = state.position
    if position.phase == OVER_PHASE or position.hands[seat] is None:
        return ()
    return (*_for_the_round(state, seat), *_for_its_end(position, seat))


def follow(state: MatchState, seat: int, keys: Collection[str]) -> str | None:
    """Return the turn that the orders with these keys give to a seat; calling done comes before passing."""
    position = state.position
    if seat not in position.asked:
        return None
    given = {order.text for order in orders(state, seat) if order.key in keys}
    if position.phase == ATTACKING and str(DONE_STEP) in given and may_call_done(position.hand(seat)):
        return str(DONE_STEP)
    if position.phase == ATTACKING and str(PASS) in given:
        return str(PASS)
    starts = given - {str(DONE_STEP), str(PASS)}
    return min(starts) if position.phase == STARTER and starts else None


def _for_the_round(state: MatchState, seat: int) -> Iterator[Order]:
    position = state.position
    if position.phase == STARTER:  # it has ended
        return
    attacks = state.attacked[seat]
    until_attacked = say("Pass until you’re attacked or the round ends")
    yield Order(str(PASS), until_attacked, f"{PASS} {position.round} {attacks}")
    yield Order(str(DONE_STEP), say("Call done as soon as you can in this round"), f"{DONE_STEP} {position.round}")


def _for_its_end(position: Position, seat: int) -> Iterator[Order]:
    rounds = position.setup.rounds
    if rounds is not None and position.round >= rounds:
        return
    group = say("Whenever you choose who starts")
    for player in position.playing:
        label = seat_name(player)
        if player == seat:
            label = say("%(player)s (you)", player=label)
        text = str(start(player + 1))
        yield Order(text, label, text, group)
