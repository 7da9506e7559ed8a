"""The effect of each step on a position (rules 3 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from engine.fortress.cards.cards import Card, CardRow, is_royal
from engine.fortress.cards.position import ATTACKING, FORTIFYING, PLACING, Position

from .clash import Clash, settle_clash
from .deal import next_round
from .scoring import How, RoundEnd, end_round
from .steps import Step

Item = TypeVar("Item")


class Applied(NamedTuple):
    """The result of a step: the position after it, and the end of the round, if it ended."""

    position: Position
    ended: RoundEnd | None = None


def apply(position: Position, seat: int, step: Step) -> Applied:
    """Return the position after a legal step. A step that is not legal gives nonsense."""
    return _DEEDS[step.kind](position, seat, step)


# -- fortifying --------------------------------------------------------------------------------------------------


def _place(position: Position, seat: int, step: Step) -> Applied:
    coming = position.coming[seat] or ()
    card, rest = coming[0], coming[1:]
    hand = position.hand(seat)
    placed = (card, *hand) if step.end == "left" else (*hand, card)
    after = replace(position, hands=put(position.hands, seat, placed))
    if position.phase == FORTIFYING:
        return Applied(replace(after, coming=put(position.coming, seat, rest)))
    return Applied(pass_turn(replace(after, coming=put(position.coming, seat, None))))


def _keep(position: Position, seat: int, step: Step) -> Applied:
    hand = list(position.hand(seat))
    if step.kind == "shift":
        hand.insert(step.last - 1, hand.pop(step.first - 1))
    after = replace(position, hands=put(position.hands, seat, tuple(hand)), coming=put(position.coming, seat, None))
    return Applied(begin_attacks(after))


def begin_attacks(position: Position) -> Position:
    """Return the position in the attacking phase, if everyone has finished fortifying (rules 3, 6)."""
    if position.asked:
        return position
    starter = position.starter
    first = starter if position.hands[starter] is not None else position.after(starter)
    return replace(position, phase=ATTACKING, actor=first)


# -- attacking ---------------------------------------------------------------------------------------------------


def clash(position: Position, seat: int, step: Step) -> Clash:
    """Return how an attack will be settled, which may depend on cards that the attacker can't see."""
    attackers = position.hand(seat)[step.first - 1 : step.last]
    return settle_clash(attackers, inwards(position.hand(position.target(seat)), step))


def inwards(hand: CardRow, step: Step) -> CardRow:
    """Return a hand in order from the end that is attacked."""
    return hand if step.end == "left" else hand[::-1]


def _attack(position: Position, seat: int, step: Step) -> Applied:
    target = position.target(seat)
    hand, row = position.hand(seat), inwards(position.hand(target), step)
    attackers = hand[step.first - 1 : step.last]
    beaten, turned = settle_clash(attackers, row)
    fallen, kept = row[:beaten], row[beaten:]
    hands = put(position.hands, seat, hand[: step.first - 1] + hand[step.last :])
    hands = put(hands, target, inwards(kept, step))
    captured = put(position.captured, seat, _with(position.captured[seat], filter(is_royal, fallen)))
    captured = put(captured, target, _with(captured[target], filter(is_royal, attackers)))  # R18
    after = replace(
        position,
        hands=hands,
        captured=captured,
        discards=_with(position.discards, [card for card in (*attackers, *fallen) if not is_royal(card)]),
        face_up=(position.face_up | set(row[:turned])) - {*attackers, *fallen},
    )
    if not all(after.hand(player) for player in after.playing):
        return _ended(after, "cards")  # R8
    return Applied(pass_turn(after))


def _ace(position: Position, seat: int, step: Step) -> Applied:
    hand = position.hand(seat)
    discarded = hand[step.first - 1]
    return Applied(
        replace(
            position,
            phase=PLACING,
            passes=0,
            hands=put(position.hands, seat, hand[: step.first - 1] + hand[step.first :]),
            coming=put(position.coming, seat, position.deck[:1]),
            face_up=position.face_up - {discarded},
            deck=position.deck[1:],
            discards=_with(position.discards, [discarded]),
        )
    )


def _pass(position: Position, seat: int, _: Step) -> Applied:
    passes = position.passes + 1
    if passes == len(position.playing):
        return _ended(position, "passes")  # R20
    return Applied(replace(position, passes=passes, actor=position.after(seat)))


def _done(position: Position, _: int, __: Step) -> Applied:
    return _ended(position, "done")


def pass_turn(position: Position) -> Position:
    """Return the position in which the next player has the turn, after anything but a pass."""
    assert position.actor is not None
    return replace(position, phase=ATTACKING, passes=0, actor=position.after(position.actor))


def _ended(position: Position, how: How) -> Applied:
    return Applied(*end_round(position, how))


# -- between rounds ----------------------------------------------------------------------------------------------


def _start(position: Position, _: int, step: Step) -> Applied:
    return Applied(next_round(position, step.first - 1))


_DEEDS: Final[dict[str, Callable[[Position, int, Step], Applied]]] = {
    "place": _place,
    "shift": _keep,
    "keep": _keep,
    "attack": _attack,
    "ace": _ace,
    "pass": _pass,
    "done": _done,
    "start": _start,
}


def put(row: tuple[Item, ...], seat: int, item: Any) -> tuple[Item, ...]:
    """Replace the item of one seat in a row."""
    return (*row[:seat], item, *row[seat + 1 :])


def _with(row: CardRow, more: Iterable[Card]) -> CardRow:
    return tuple(sorted([*row, *more]))
