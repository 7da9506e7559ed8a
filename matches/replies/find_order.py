"""Deciding what a player asks for in a reply: a turn, conditional turns, or one of a few words.

A line must be one of them in full; nothing is looked for within a sentence, and nothing is guessed. A turn in full
notation may be on any line, since people greet first and write beneath the quote, too; plain words ("resign", "pass")
count on the first line that isn't only a greeting. Two lines that ask for different things are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from .orders import Conditional, Orders, PutMarks, Say, Submit, Unclear, Why
from .read_lines import IsTurn, Joins, ReplyLine, never, never_joined, read_reply_lines


def understand(
    lines: Sequence[str],
    is_turn: IsTurn,
    is_slip: IsTurn = never,
    is_space: IsTurn = never,
    joins: Joins = never_joined,
    *,
    doubtful: Sequence[str] = (),
    is_mixed: bool = False,
) -> Orders:
    """Return what the lines of a reply ask for.

    ``lines`` are those that ``reply_text`` found, ``doubtful`` those it wasn't sure of; ``is_turn`` says whether a line
    is a turn in the game's notation, legal or not, ``is_slip`` whether it would be one but for a slip, ``is_space``
    whether a word may be a space that can be marked, and ``joins`` whether several lines are one turn. ``is_mixed``:
    some of the lines may be from the answered email, so only the first that isn't a greeting can be an order.
    """
    is_turn, is_slip = cache(is_turn), cache(is_slip)
    whole = read_reply_lines(lines, is_turn, is_slip, is_space, joins=never_joined if is_mixed else joins)
    orders = _with_marks(_orders(whole, is_mixed=is_mixed), whole)
    beneath = read_reply_lines(doubtful, is_turn, is_slip, is_space, start=len(lines))
    unsure = next((line for line in beneath if _is_missed(line, orders)), None)
    if unsure is not None:
        orders = Orders(Unclear("doubtful", unsure.text), at=unsure.parts.start)
    return _placed([*whole, *beneath], orders)


def _orders(whole: Sequence[ReplyLine], *, is_mixed: bool) -> Orders:
    says = tuple(line.says for line in whole if line.says)
    rest = [line for line in whole if not line.says and not line.mark]
    first = next((line for line in rest if not line.is_greeting), None)
    asked = [line for line in rest if line.order and (line.is_full or _may_be_plain(line, first, rest))]
    leading = next((line for line in asked if line is first or (line.is_full and not is_mixed)), None)
    if leading is None and first is not None and first.order and first not in asked and not first.is_loose:
        leading = first  # "if" and no more
    begun = next((line for line in rest if line.begins and not _is_turn_of(leading, line.begins)), None)
    if begun is not None and (leading is None or isinstance(leading.order, Submit)):
        why: Why = "not a turn" if leading is None else "two turns"
        return Orders(Unclear(why, begun.text), at=(leading or begun).parts.start)
    if leading is not None:
        return _agreed(leading, [line for line in asked if line is not leading], says)
    top = next((line for line in whole if not line.is_greeting), None)
    if top is not None and (top.says or top.mark) and not asked:
        return Orders(Say("\n".join(says)) if says else PutMarks(), at=top.parts.start)
    strange = first or next(iter(rest), None)
    return (
        Orders(Unclear("not a turn", strange.text), at=strange.parts.start) if strange else Orders(Unclear("nothing"))
    )


def _may_be_plain(line: ReplyLine, first: ReplyLine | None, rest: Sequence[ReplyLine]) -> bool:
    """Return whether the line may be an order without having to be one.

    It is a plain word, or the first line with an order at its beginning, if no other line is an order.
    """
    if line.is_loose:
        return line is first and not any(other.order and other.is_full for other in rest)
    return not isinstance(line.order, Conditional)


def _with_marks(orders: Orders, whole: Iterable[ReplyLine]) -> Orders:
    marks = tuple(line.mark for line in whole if line.mark)
    return replace(orders, marks=marks) if isinstance(orders.order, Submit | Say | PutMarks) else orders


def _is_turn_of(line: ReplyLine | None, text: str) -> bool:
    return line is not None and isinstance(line.order, Submit) and line.order.text.casefold() == text.casefold()


def _is_missed(line: ReplyLine, orders: Orders) -> bool:
    """Return whether a line that may be the writer's asks for something that the others don't."""
    if isinstance(orders.order, Unclear):
        return orders.order.why in {"nothing", "not a turn"} and bool(line.order or line.says or line.mark)
    if not line.is_full or not isinstance(line.order, Submit):
        return False
    return not (isinstance(orders.order, Submit) and _is_same(line.order, orders.order))


def _placed(all_lines: Iterable[ReplyLine], orders: Orders) -> Orders:
    """Return the orders with the places of the lines that go with the order, and of those that weren't used."""
    order = orders.order
    beside: list[int] = []
    unused: list[int] = []
    for line in all_lines:
        if isinstance(order, Unclear):
            is_named = line.parts.start == orders.at or line.text == order.line
            unused += [] if is_named else line.parts
        elif line.says or line.mark in orders.marks or _is_condition_beside(line, orders):
            beside += [] if line.parts.start == orders.at else line.parts
        elif line.is_loose or not _is_used(line, orders):
            unused += line.parts
    return replace(orders, unused=tuple(unused), beside=tuple(beside))


def _is_condition_beside(line: ReplyLine, orders: Orders) -> bool:
    return isinstance(line.order, Conditional) and isinstance(orders.order, Submit) and _is_used(line, orders)


def _is_used(line: ReplyLine, orders: Orders) -> bool:
    if isinstance(line.order, Conditional):
        conditions = orders.order.text if isinstance(orders.order, Conditional) else orders.conditional
        return line.order.text in conditions.split("\n")
    if isinstance(line.order, Submit) and isinstance(orders.order, Submit):
        return _is_same(line.order, orders.order)
    return line.order is not None and line.order == orders.order


def _is_same(one: Submit, other: Submit) -> bool:
    return one.text.casefold() == other.text.casefold()


def _agreed(leading: ReplyLine, others: Iterable[ReplyLine], says: tuple[str, ...]) -> Orders:
    """Return the first order with what may go with it; unclear if one of the others is a different order."""
    first, at = leading.order, leading.parts.start
    assert first is not None
    conditions = [first.text] if isinstance(first, Conditional) else []
    for line in others:
        order = line.order
        if isinstance(order, Conditional) and isinstance(first, Submit | Conditional):
            conditions.append(order.text)
        elif isinstance(order, Submit) and isinstance(first, Submit):
            if not _is_same(order, first):
                return Orders(Unclear("two turns", line.text), at=at)
        elif order != first:
            return Orders(Unclear("two orders", line.text), at=at)
    text = "\n".join(dict.fromkeys(conditions))
    return (
        Orders(Conditional(text), says, at=at) if isinstance(first, Conditional) else Orders(first, says, text, at=at)
    )
