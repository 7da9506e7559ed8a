"""Fortac in words: steps and endings as plain sentences.

A player is named by side, as the board shows it; people's names are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.fortac.board.cards import JUMP, PUSH, SWITCH, TRADE
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import line_through, space_name
from engine.fortac.rules.legal import pushed_row
from engine.fortac.rules.steps import Step
from i18n.text import Text, joined, say, say_many

from .names import card_name


def step_words(position: Position, step: Step) -> Text:
    """Describe a step from ``position``, done or still ahead: "Hop from a3 to a2"."""
    card, here, there = card_name(step.card), space_name(step.source), space_name(step.target)
    if step.card in (TRADE, SWITCH):
        return say("%(card)s of %(here)s and %(there)s", card=card, here=here, there=there)
    if step.card == JUMP:
        over = space_name((step.source + step.target) // 2)
        return say("%(card)s from %(here)s over %(over)s to %(there)s", card=card, here=here, over=over, there=there)
    if step.card == PUSH:
        return say_many(
            "%(card)s from %(here)s to %(there)s, pushing %(number)s man",
            "%(card)s from %(here)s to %(there)s, pushing %(number)s men",
            len(pushed_row(line_through(step.source, step.target), position.occupied)),
            card=card, here=here, there=there,
        )  # fmt: skip
    return say("%(card)s from %(here)s to %(there)s", card=card, here=here, there=there)


def scores_words(scores: Sequence[int], labels: Sequence[str]) -> Text:
    """Write the scores: "Red 1, Black 0"."""
    pairs = zip(labels, scores, strict=True)
    return joined([say("%(name)s %(points)s", name=label, points=number) for label, number in pairs])
