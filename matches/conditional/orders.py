"""Orders set ahead: what a seat may leave to the site for turns that it isn't asked for yet (``Game.orders``).

They are between the player and the site. Only the game's keys are stored; the gate plays them (``matches.gate.ahead``),
as turns that came in the way in which the orders were set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.values import Order
from i18n.text import Text, listed, say
from matches.conditional.keywords import AHEAD, NONE, in_english
from matches.gate.ahead import dump_orders, standing_orders
from matches.gate.lock import lock_own_seat, transaction_with_retry
from matches.gate.refused import MatchRefused, match_over
from matches.input.text import cut, one_line
from matches.models import LogEntry, Match, Seat

LONGEST: Final = 500

_BEGINNING: Final = re.compile(rf"{AHEAD}\b[\s:,]*", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[,;\n]")


@transaction_with_retry
def set_orders(seat: Seat, texts: Sequence[str], via: LogEntry.Via) -> tuple[Order, ...]:
    """Replace the seat's orders by those with these texts; no texts delete them.

    Raises ``MatchRefused``, leaving the orders as they were. The others' open pages don't look again, as they would
    after a turn.
    """
    locked_match, seat = lock_own_seat(seat)
    match = locked_match.match
    if texts and (refused := why_no_orders(match, locked_match.state, seat)):
        raise refused
    chosen = _chosen(locked_match.game.orders(locked_match.state, seat.index), texts)
    seat.orders = dump_orders(chosen, via)
    Seat.objects.filter(pk=seat.pk).update(orders=seat.orders)
    return chosen


def orders_of(match: Match, seat: Seat) -> tuple[Order, ...]:
    """Return the orders that the seat has set and that still hold; only its player may see them."""
    return standing_orders(match.game, match.loaded_state, seat) if seat.orders else ()


def why_no_orders(match: Match, state: Any, seat: Seat) -> MatchRefused | None:
    """Return why this seat can't set orders now, or ``None``."""
    if match.is_over:
        return match_over(match)
    if not match.game.orders(state, seat.index):
        return MatchRefused(say("In this match there are no orders to set in advance now."), "illegal")
    if seat.asked_turn is not None:
        return MatchRefused(say("It’s your turn. Play it first, then set orders for later turns."), "not_asked")
    return None


def written_orders(text: str) -> list[str]:
    """Return the orders named by lines such as "ahead pass, start 2"; none for "ahead none".

    Raises ``MatchRefused``.
    """
    if len(text) > LONGEST:
        words = say("That’s %(number)s characters; the limit is %(most)s.", number=len(text), most=LONGEST)
        raise MatchRefused(words, "unreadable")
    lines = [_BEGINNING.sub("", one_line(in_english(line)), count=1) for line in text.splitlines()]
    found = [part.strip(" .:!") for line in lines for part in _BETWEEN.split(line)]
    return [part for part in found if part and part.casefold() != NONE]


def _chosen(offered: Sequence[Order], texts: Iterable[str]) -> tuple[Order, ...]:
    """Return the orders with these texts, in the order in which the game offers them. Raises ``MatchRefused``."""
    by_text = {order.text.casefold(): order for order in offered}
    chosen: list[Order] = []
    for text in texts:
        order = by_text.get(" ".join(text.casefold().split()))
        if order is None:
            words = say(
                "“%(text)s” isn’t an order you can set now. You can set: %(orders)s.",
                text=cut(text, 60),
                orders=_all_of(offered),
            )
            raise MatchRefused(words, "unreadable")
        rival = next((each for each in chosen if each.group and each.group == order.group and each != order), None)
        if rival is not None:
            words = say("“%(one)s” and “%(other)s” exclude each other. Choose one.", one=rival.text, other=order.text)
            raise MatchRefused(words, "illegal")
        chosen.append(order)
    return tuple(order for order in offered if order in chosen)


def _all_of(orders: Iterable[Order]) -> Text:
    return listed([order.text for order in orders])
