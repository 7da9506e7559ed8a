"""Reasons why a step is not legal (rules 2): which card, which man, why not, and what is possible.

``legal.targets`` alone decides what is legal; this only explains.
"""

from __future__ import annotations

from typing import Final

from engine.fortac.board.cards import BACK, BISHOP, JUMP, PUSH, ROOK, SWITCH, TRADE
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import ADJACENT, ALL_LINES, SPACES, line_through, space_name, spaces_in
from engine.fortac.rules.legal import REACH, slide_lines, steps
from engine.fortac.rules.steps import STEPS, Step
from i18n.text import Text, noop, say

from .names import card_name, cards_words, side_name, spaces_words

_HOW: Final = (
    noop("%(card)s goes one step across, up or down"),
    noop("%(card)s goes one step diagonally"),
    noop("%(card)s goes straight over one adjacent man to the space beyond it"),
    noop("%(card)s swaps with an adjacent man"),
    noop("%(card)s swaps with a man that is not adjacent"),
    noop("%(card)s goes along a row or column"),
    noop("%(card)s goes one step in any direction"),
    noop("%(card)s goes as a knight does in chess"),
    noop("%(card)s goes along a diagonal"),
    noop("%(card)s goes to an empty corner"),
    noop("%(card)s goes to an empty space that is not a corner"),
    noop("%(card)s goes one step in any direction, into a space with a man"),
)
"""The move that each card allows, in the order of the cards."""


def canonical(position: Position, step: Step) -> Step:
    """Return the step as it is written: of two men of the player's own, the one on the lower space comes first."""
    own = position.men[position.side]
    if step.card in (TRADE, SWITCH) and step.source > step.target and own >> step.source & own >> step.target & 1:
        return STEPS[step.card][step.target][step.source]
    return step


def why_illegal(position: Position, step: Step) -> Text | None:
    """Explain why a step is not legal: "hop a3-a4: a4 is not empty; …". ``None`` if it is.

    The step is in canonical form.
    """
    if step in steps(position):
        return None
    return say("%(step)s: %(reason)s", step=str(step), reason=_reason(position, step))


def _reason(position: Position, step: Step) -> Text:
    if step.card not in position.hands[position.side]:
        return _not_in_hand(position, step.card)
    owner = position.owner_at(step.source)
    if owner != position.side:
        return _not_your_man(position, step, owner)
    why = _against(position, step)
    able = _partners(position, step.card, step.source)
    if able:
        words = noop("%(reason)s; with it, the man on %(space)s can swap with %(spaces)s")
        if step.card not in (TRADE, SWITCH):
            words = noop("%(reason)s; with it, the man on %(space)s can go to %(spaces)s")
        return say(words, reason=why, space=space_name(step.source), spaces=spaces_words(able))
    men = sorted({other.source for other in steps(position) if other.card == step.card})
    if men:
        return say("%(reason)s; men that can move with it: %(spaces)s", reason=why, spaces=spaces_words(men))
    return say("%(reason)s; no man can move with %(card)s now", reason=why, card=card_name(step.card))


def _not_in_hand(position: Position, card: int) -> Text:
    side, hand = side_name(position.side), position.hands[position.side]
    if BACK in hand:
        return say(
            "%(side)s has %(cards)s in hand; whether %(card)s is drawn isn’t known yet",
            side=side, cards=cards_words(each for each in hand if each != BACK), card=card_name(card),
        )  # fmt: skip
    return say(
        "%(card)s is not in %(side)s’s hand, which is %(cards)s",
        card=card_name(card), side=side, cards=cards_words(hand),
    )  # fmt: skip


def _not_your_man(position: Position, step: Step, owner: int | None) -> Text:
    name = space_name(step.source)
    if owner is None:
        return say(
            "there is no man on %(space)s; %(side)s’s men are on %(spaces)s",
            space=name, side=side_name(position.side), spaces=spaces_words(spaces_in(position.men[position.side])),
        )  # fmt: skip
    turned = STEPS[step.card][step.target][step.source]
    if step.card in (TRADE, SWITCH) and turned in steps(position):
        return say("name your own man first, as in %(step)s", step=str(turned))
    return say("the man on %(space)s is %(side)s’s", space=name, side=side_name(owner))


def _against(position: Position, step: Step) -> Text:
    """Explain why the card does not let the player's man move to the space, or swap with the man on it."""
    card, source, target = step
    name, occupied = space_name(target), position.occupied
    if source == target:
        return say("the man on %(space)s has to leave it", space=name)
    if not _is_in_reach(step):
        return say(_HOW[card], card=card_name(card))
    between = _between(step, occupied)
    if card == JUMP and between is None:
        return say("there is no man on %(space)s to jump over", space=space_name((source + target) // 2))
    if card in (ROOK, BISHOP) and between is not None:
        return say("the man on %(space)s is in the way", space=space_name(between))
    if card in (TRADE, SWITCH, PUSH):
        if not occupied >> target & 1:
            return say("there is no man on %(space)s", space=name)
        return say("the men pushed from %(space)s on would have no space to go to", space=name)
    return say("%(space)s is not empty", space=name)


def _is_in_reach(step: Step) -> bool:
    """Return whether the card could go from the one space to the other on any board."""
    card, source, target = step
    if card in REACH:
        return bool(REACH[card][source] >> target & 1)
    if card == JUMP:
        return any(target in line[1:2] for line in ALL_LINES[source])
    if card in (ROOK, BISHOP):
        return any(target in line for line in slide_lines(card)[source])
    return bool(ADJACENT[source] >> target & 1) == (card != SWITCH)


def _between(step: Step, occupied: int) -> int | None:
    """Return the first occupied space between the two of a step, if they are in line."""
    line = line_through(step.source, step.target)
    return next((space for space in line[: line.index(step.target)] if occupied >> space & 1), None) if line else None


def _partners(position: Position, card: int, man: int) -> list[int]:
    """Return the spaces to which a card can take a man, or with whose men it can swap it."""
    legal = set(steps(position))
    return [space for space in SPACES if canonical(position, STEPS[card][man][space]) in legal]
