"""A turn under way: its meaning, its possible completions, and the board after it.

The card that the turn draws is shown by its back, whatever the deck.
"""

from __future__ import annotations

from collections import Counter

from engine.fortac.board.cards import CARD_WORDS
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import space_name
from engine.fortac.explain.describe import step_words
from engine.fortac.explain.names import card_name, kind_name, side_name
from engine.fortac.match.events import ending_words
from engine.fortac.match.state import MatchState, after_step
from engine.fortac.match.submit import check_asked, play_step
from engine.fortac.rules.apply import Applied
from engine.fortac.rules.legal import steps
from engine.fortac.rules.steps import Step
from engine.values import Draft
from engine.values import Step as DraftStep
from i18n.text import Text, joined, say

from .view import build_view


def build_draft(state: MatchState, seat: int, text: str = "") -> Draft:
    """Build the draft of a turn; an empty text is its beginning. Raises as ``submit.play`` does."""
    check_asked(state, seat)
    known = state.as_known()
    if not text.strip():
        return Draft("", "", _steps(known.position), False, build_view(known), reveals=True)
    step, applied = play_step(known.position, text)
    words = step_words(known.position, step)
    after = after_step(applied, step, say("%(side)s: %(turn)s.", side=side_name(seat), turn=words))
    said = joined([words, *_outlook(applied, seat)], ". ")
    return Draft(str(step), said, (), True, build_view(after), reveals=applied.drawn is not None)


def _outlook(applied: Applied, mover: int) -> list[Text]:
    """Say which combo a turn makes, and how it ends the match, if it does either."""
    found = []
    if applied.combo:
        found.append(say("This makes a combo: %(kind)s", kind=kind_name(applied.combo)))
    if applied.ending:
        words = ending_words(applied.ending.how, side_name(mover), side_name(1 - mover))
        found.append(say("This ends the match: %(ending)s.", ending=words))
    return found


def _steps(position: Position) -> tuple[DraftStep, ...]:
    legal = sorted(steps(position))
    fits = Counter((step.source, step.target) for step in legal)
    return tuple(_step(position, step, is_only=fits[step.source, step.target] == 1) for step in legal)


def _step(position: Position, step: Step, *, is_only: bool) -> DraftStep:
    card, man, target = f"card:{CARD_WORDS[step.card]}", space_name(step.source), space_name(step.target)
    paths = [(card, man, target), (man, card, target)]
    return DraftStep(
        text=str(step),
        label=step_words(position, step),
        kind=CARD_WORDS[step.card],
        group=card_name(step.card),
        paths=(*paths, (man, target)) if is_only else tuple(paths),
        next=str(step),
    )
