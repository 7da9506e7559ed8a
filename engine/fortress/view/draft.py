"""Submissions under way: their meaning so far, their possible continuations, and the board after them.

A draft shows nothing that its player does not know yet: neither what an attack meets nor a card that would be drawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.fortress.cards.cards import Card
from engine.fortress.cards.position import FORTIFYING, Position
from engine.fortress.explain.describe import fortified_words, step_group, step_label, step_words
from engine.fortress.match.state import MatchState
from engine.fortress.match.submit import (
    asks_for_all,
    check_asked,
    check_legal,
    placed,
    read_fortified,
    read_step,
    shows_cards,
)
from engine.fortress.notation.step import FORTIFY
from engine.fortress.rules.apply import apply, put
from engine.fortress.rules.legal import steps
from engine.fortress.rules.steps import PASS, Step
from engine.values import Draft
from engine.values import Step as Choice
from i18n.text import joined, say

from .view import Drafted, build_view

KIND_ORDER: Final = ("place", "keep", "shift", "attack", "ace", "pass", "done", "start")


def build_draft(state: MatchState, seat: int, text: str = "") -> Draft:
    """Build the draft of a submission; an empty text is its beginning. Raises as ``submit.play`` does."""
    check_asked(state, seat)
    if asks_for_all(state):
        return _draft_fortified(state, seat, text)
    position = state.position
    if not text.strip():
        return Draft("", "", _choices(position, seat), False, build_view(state, seat))
    step = read_step(state, text)
    check_legal(position, seat, step)
    words = [step_words(position, seat, step), *_warning(position, step)]
    view = build_view(state, seat, _drafted(position, seat, step))
    return Draft(str(step), joined(words, ". "), (), True, view, shows_cards(position, seat, step))


def _warning(position: Position, step: Step) -> list[str]:
    """Warn that a pass is the last one before the round ends, which everyone can count."""
    ends = step == PASS and position.passes + 1 == len(position.playing)
    return [say("All others have passed, so this ends the round.")] if ends else []


def _drafted(position: Position, seat: int, step: Step) -> Drafted:
    """Return the board after a step, as far as the player can know it."""
    hand = position.hand(seat)
    match step.kind:
        case "place" if position.phase == FORTIFYING:
            card = (position.coming[seat] or ())[0]
            after = apply(position, seat, step).position
            return Drafted(after, {card: "placed"}, hides_next=position.setup.pace == "single")
        case "place":
            return _placed_drawn(position, seat, step)
        case "shift":
            return Drafted(_with_hand(position, seat, _shifted(hand, step)), {hand[step.first - 1]: "moved"})
        case "attack":
            attackers = hand[step.first - 1 : step.last]
            return Drafted(position, dict.fromkeys(attackers, "attacking"), aim=step.end or "")
        case "ace":
            discards = tuple(sorted([*position.discards, hand[step.first - 1]]))
            after = _with_hand(position, seat, hand[: step.first - 1] + hand[step.first :])
            return Drafted(replace(after, discards=discards, deck=position.deck[1:]), draws=True)
    return Drafted(position)


def _placed_drawn(position: Position, seat: int, step: Step) -> Drafted:
    card, hand = (position.coming[seat] or ())[0], position.hand(seat)
    after = _with_hand(position, seat, (card, *hand) if step.end == "left" else (*hand, card))
    return Drafted(replace(after, coming=put(position.coming, seat, ())), {card: "placed"})


def _shifted(hand: tuple[Card, ...], step: Step) -> tuple[Card, ...]:
    row = list(hand)
    row.insert(step.last - 1, row.pop(step.first - 1))
    return tuple(row)


def _with_hand(position: Position, seat: int, hand: tuple[Card, ...]) -> Position:
    return replace(position, hands=put(position.hands, seat, hand))


# -- a whole match's fortifying ----------------------------------------------------------------------------------


def _draft_fortified(state: MatchState, seat: int, text: str) -> Draft:
    before = state.position
    if not text.strip() or text.strip().lower() == FORTIFY:
        return Draft("", "", _choices(before, seat, FORTIFY), False, build_view(state, seat))
    fortified = read_fortified(state, seat, text)
    position = placed(before, seat, fortified)
    last = None if fortified.last is None else step_words(position, seat, fortified.last)
    words = fortified_words(before.coming[seat] or (), fortified.ends, last)
    if fortified.last is None:
        view = build_view(state, seat, Drafted(position))
        return Draft(str(fortified), words, _choices(position, seat, str(fortified)), False, view)
    hand = position.hand(seat)
    moved = {hand[fortified.last.first - 1]: "moved"} if fortified.last.kind == "shift" else {}
    if fortified.last.kind == "shift":
        position = _with_hand(position, seat, _shifted(hand, fortified.last))
    return Draft(str(fortified), words, (), True, build_view(state, seat, Drafted(position, moved)))


# -- steps -------------------------------------------------------------------------------------------------------


def _choices(position: Position, seat: int, so_far: str = "") -> tuple[Choice, ...]:
    """Return the legal steps as choices.

    ``so_far`` is the beginning of a submission that places all cards of a round.
    """
    legal = sorted(steps(position, seat), key=lambda step: (KIND_ORDER.index(step.kind), step))
    return tuple([_choice(position, seat, step, so_far) for step in legal])


def _choice(position: Position, seat: int, step: Step, so_far: str) -> Choice:
    return Choice(
        text=str(step),
        label=step_label(position, seat, step),
        kind=step.kind,
        group=step_group(step),
        paths=_paths(step),
        next=_next(step, so_far),
    )


def _next(step: Step, so_far: str) -> str:
    if not so_far:
        return str(step)
    if step.kind != "place" or step.end is None:
        return f"{so_far} {step}"
    letter = step.end[0].upper()
    return f"{so_far} {letter}" if so_far == FORTIFY else so_far + letter


def _paths(step: Step) -> tuple[tuple[str, ...], ...]:
    """Return the clicks that mean a step: one's own cards, then an end of the target's hand; nothing for a button."""
    match step.kind:
        case "place":
            return ((f"end:{step.end}",), ("drawn", f"end:{step.end}"))
        case "shift":
            path = (f"card:{step.first}", f"card:{step.last}")
            return (path, path[::-1]) if step.last == step.first + 1 else (path,)
        case "attack":
            return _attack_paths(step)
        case "ace":
            return ((f"card:{step.first}", "deck"),)
        case "start":
            return ((f"player:{step.first}",),)
    return ()


def _attack_paths(step: Step) -> tuple[tuple[str, ...], ...]:
    """Return the clicks that mean an attack: both ends of its run, or every card of it; then the target's end."""
    run = [f"card:{place}" for place in range(step.first, step.last + 1)]
    ways = {tuple(run), (run[0], run[-1]), (run[-1], run[0])} if len(run) > 1 else {(run[0],)}
    return tuple([(*way, f"target:{step.end}") for way in sorted(ways)])
