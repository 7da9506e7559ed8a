"""The parts of the match page in which a player sets conditional turns and orders ahead."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _

from engine.game import Game
from engine.values import Order, View
from i18n.memo import memoized
from matches.conditional.describe import Line, Lines
from matches.conditional.edit import lines_of, why_not
from matches.conditional.orders import why_no_orders
from matches.conditional.parse import Pair, written
from matches.gate.ahead import standing_orders
from matches.match_view.view import MatchView
from matches.record.names import named

MOST_BOARDS = 3  # on a page; the rest are in words alone


@dataclass(frozen=True)
class ShownLine:
    """A line in words, with the board after it if that is shown."""

    line: Line
    view: View | None


@dataclass(frozen=True)
class AheadForm:
    """The form for conditional turns.

    ``waiting`` are the lines that are set, ``typed`` is the text in the form, or else what is set, and ``checked`` are
    the lines that it would set. If ``is_open`` is false no conditional turns can be set, and only the text is kept.
    """

    is_open: bool
    opponent: str = ""
    number: int | None = None
    example: str = ""
    waiting: tuple[ShownLine, ...] = ()
    checked: tuple[ShownLine, ...] = ()
    typed: str = ""
    error: str = ""
    is_unfolded: bool = False

    @property
    def summary(self) -> str:
        """The form's heading: how many are saved."""
        return summary_of(len(self.waiting), self.opponent)

    @property
    def lines_now(self) -> list[dict[str, str | int]]:
        """The text's lines, one by one, for the script that edits it on the board."""
        return [
            {
                "depth": shown.line.depth,
                "if": shown.line.condition,
                "ifWords": shown.line.condition_words,
                "then": shown.line.reply,
                "thenWords": shown.line.reply_words,
            }
            for shown in self.checked or self.waiting
        ]


def summary_of(number: int, opponent: str) -> str:
    """Return the form's heading, by the number of conditional turns that are saved."""
    if number:
        return _("Conditional turns: %(number)s saved") % {"number": number}
    return _("Conditional turns: answer %(opponent)s in advance") % {"opponent": opponent}


def ahead_of(
    match_view: MatchView,
    *,
    typed: str | None = None,
    error: str = "",
    checked: Lines | None = None,
    is_unfolded: bool = True,
) -> AheadForm | None:
    """Return the form; ``None`` for a reader who can't set anything now and has typed nothing."""
    match, seats, own = match_view.match, match_view.seats, match_view.seat
    if own is None or why_not(match, seats, match_view.state, own):
        return AheadForm(is_open=False, typed=typed) if typed else None
    (other,) = (seat for seat in seats if seat != own)
    waiting = lines_of(match, seats, own)
    return AheadForm(
        is_open=True,
        opponent=other.name,
        number=other.asked_turn,
        example=_example(match_view.game, json.dumps(match.state), match.log_length, other.index, own.index),
        waiting=_shown(match_view, waiting),
        checked=_shown(match_view, checked),
        typed=typed if typed is not None else waiting.text if waiting else "",
        error=error,
        is_unfolded=is_unfolded,
    )


@memoized(512)
def _example(game: Game, stored: str, length: int, opponent: int, own: int) -> str:
    """Return a line that could be set now; "" if the match would be over.

    It depends only on the state, as it is stored, and on the length of the log.
    """
    chance = random.Random(length)
    known = game.as_known(game.load(json.loads(stored)))
    first = game.play(known, opponent, game.sample(known, opponent, chance))
    if own not in game.to_act(first.state):
        return ""
    second = game.play(first.state, own, game.sample(first.state, own, chance))
    return written(Pair(first.text, second.text))


def _shown(match_view: MatchView, lines: Lines | None) -> tuple[ShownLine, ...]:
    found = lines.lines if lines else ()
    return tuple(
        ShownLine(line, match_view.view_of(line.state) if place < MOST_BOARDS else None)
        for place, line in enumerate(found)
    )


# -- orders ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrderGroup:
    """A group of orders that exclude each other; without a heading they are independent of each other."""

    heading: str
    orders: tuple[Order, ...]


@dataclass(frozen=True)
class OrdersForm:
    """The form for orders: the ones set, the ones that can be set, those ``chosen`` (by text), and the error.

    If ``is_open`` is false none can be set now, and the ones that are set can only be seen and deleted.
    """

    is_open: bool
    waiting: tuple[Order, ...]
    groups: tuple[OrderGroup, ...]
    chosen: Collection[str]
    error: str = ""
    is_unfolded: bool = False


def orders_form(
    match_view: MatchView, *, chosen: Iterable[str] | None = None, error: str = "", is_unfolded: bool = True
) -> OrdersForm | None:
    """Return the form; ``None`` for a reader who can set no orders now and has set none."""
    if match_view.seat is None or match_view.match.is_over:
        return None
    waiting = standing_orders(match_view.game, match_view.state, match_view.seat)
    is_open = why_no_orders(match_view.match, match_view.state, match_view.seat) is None
    if not (is_open or waiting):
        return None
    offered = named(match_view.game.orders(match_view.state, match_view.seat.index), match_view.names_said)
    return OrdersForm(
        is_open=is_open,
        waiting=named(waiting, match_view.names_said),
        groups=tuple(OrderGroup(heading, tuple(orders)) for heading, orders in groupby(offered, attrgetter("group"))),
        chosen=frozenset(order.text for order in waiting) if chosen is None else frozenset(chosen),
        error=error,
        is_unfolded=is_unfolded,
    )
