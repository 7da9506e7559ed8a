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
from matches import conditional
from matches.conditional import Line, Lines
from matches.conditional.orders import standing, why_no_orders
from matches.conditional.parse import Pair, written
from matches.match_view.view import MatchView
from matches.seat_names import named

MOST_BOARDS = 3  # a page shows so many; words do for the rest


@dataclass(frozen=True)
class ShownLine:
    """A line in words, with the board after it where that is shown."""

    line: Line
    view: View | None


@dataclass(frozen=True)
class AheadForm:
    """What is set, what was typed or else is set, what is said against it, and what it would be (``checked``).

    ``is_open`` is false where no conditional turns can be set; then there is only the text to be kept.
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
        """Its heading: how much is saved."""
        return summary_of(len(self.waiting), self.opponent)

    @property
    def lines_now(self) -> list[dict[str, str | int]]:
        """What the text says, line by line, for the script that makes it on the board."""
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
    """``None`` for a reader who cannot set anything now and has typed nothing."""
    match, seats, own = match_view.match, match_view.seats, match_view.seat
    if own is None or conditional.why_not(match, seats, match_view.state, own):
        return AheadForm(is_open=False, typed=typed) if typed else None
    (other,) = (seat for seat in seats if seat != own)
    waiting = conditional.lines_of(match, seats, own)
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
    """A line that could be set now, in a match with that state as it is stored and so long a log; the same while it
    stands so. "" where the match would be over."""
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
    groups: tuple[OrderGroup, ...]
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
        groups=tuple(OrderGroup(heading, tuple(orders)) for heading, orders in groupby(offered, attrgetter("group"))),
        chosen=frozenset(order.text for order in waiting) if chosen is None else frozenset(chosen),
        error=error,
        is_unfolded=is_unfolded,
    )
