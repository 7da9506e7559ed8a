"""The part of the match page in which a player sets orders ahead."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.values import Order
from matches.conditional.orders import standing, why_no_orders
from matches.match_view.view import MatchView
from matches.seat_names import named


@dataclass(frozen=True)
class Group:
    """Orders of which one alone can be set; with no heading they are independent of each other."""

    heading: str
    orders: tuple[Order, ...]


@dataclass(frozen=True)
class OrdersForm:
    """What is set, what can be set, which of it is ``chosen`` (by text), and what is said against that.

    Where ``is_open`` is false none can be set now, and there is only what is set to be seen and deleted.
    """

    is_open: bool
    waiting: tuple[Order, ...]
    groups: tuple[Group, ...]
    chosen: Collection[str]
    error: str = ""
    is_unfolded: bool = False


def orders_form(
    match_view: MatchView, *, chosen: Iterable[str] | None = None, error: str = "", is_unfolded: bool = True
) -> OrdersForm | None:
    """``None`` for a reader who can set none now and has set none."""
    if match_view.seat is None or match_view.match.is_over:
        return None
    waiting = standing(match_view.game, match_view.state, match_view.seat)
    is_open = why_no_orders(match_view.match, match_view.state, match_view.seat) is None
    if not (is_open or waiting):
        return None
    offered = named(match_view.game.orders(match_view.state, match_view.seat.index), match_view.names_said)
    return OrdersForm(
        is_open=is_open,
        waiting=named(waiting, match_view.names_said),
        groups=tuple(Group(heading, tuple(orders)) for heading, orders in groupby(offered, attrgetter("group"))),
        chosen=frozenset(order.text for order in waiting) if chosen is None else frozenset(chosen),
        error=error,
        is_unfolded=is_unfolded,
    )
