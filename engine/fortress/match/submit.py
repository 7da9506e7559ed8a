"""Submissions as a line of text: the question that asks for one, judging, playing, and choosing at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from engine.errors import IllegalTurn, UnreadableTurn
from engine.fortress.cards.position import FORTIFYING, PLACING, STARTER, Position
from engine.fortress.explain.card_names import player_names, short_card, short_cards
from engine.fortress.explain.describe import finished_words, fortified_words, public_step_words, step_words
from engine.fortress.explain.illegal import why_illegal
from engine.fortress.notation.step import (
    Fortified,
    is_bare_letter,
    parse_fortified,
    parse_several,
    parse_step,
    says_fortified,
)
from engine.fortress.rules.apply import apply, clash, inwards
from engine.fortress.rules.legal import steps
from engine.fortress.rules.steps import ENDS, PASS, PLACE, Step
from engine.values import Decision, Played
from i18n.text import Text, noop, say, seat_name

from .events import notes
from .state import Attack, MatchState, after_step

_ATTACKING: Final = {
    (False, False): noop("Attack %(target)s or pass."),
    (True, False): noop("Attack %(target)s, discard an ace or pass."),
    (False, True): noop("Attack %(target)s, pass or call done."),
    (True, True): noop("Attack %(target)s, discard an ace, pass or call done."),
}
"""The question in the attacking phase, by whether an ace can be discarded, and done be called."""


def decision(state: MatchState, seat: int) -> Decision:
    """Return the question that a seat is asked; ``ask`` names the card that it has drawn."""
    check_asked(state, seat)
    position = state.position
    if asks_for_all(state):
        cards = short_cards(position.coming[seat] or ())
        ask = say("Place your cards, L for left or R for right: %(cards)s. Then move one card, or keep.", cards=cards)
        return Decision("turn", ask, secret=True)
    if position.phase == FORTIFYING:
        return _fortifying(position, seat)
    if position.phase == PLACING:
        return Decision("turn", _drawn(position, seat))
    if position.phase == STARTER:
        return Decision("turn", say("Choose who starts round %(round)s.", round=position.round + 1))
    return Decision("turn", say(_ATTACKING[_choices(position, seat)], target=seat_name(position.target(seat))))


def _choices(position: Position, seat: int) -> tuple[bool, bool]:
    kinds = {step.kind for step in steps(position, seat)}
    return "ace" in kinds, "done" in kinds


def _fortifying(position: Position, seat: int) -> Decision:
    if position.coming[seat]:
        return Decision("turn", _drawn(position, seat), secret=True)
    return Decision("turn", say("Move one card of your hand to any position, or keep it as it is."), secret=True)


def _drawn(position: Position, seat: int) -> Text:
    card = short_card((position.coming[seat] or ())[0])
    return say("You drew %(card)s: left or right end?", card=card)


def asks_for_all(state: MatchState) -> bool:
    """Return whether players are asked to place all cards of the round at once (R16)."""
    return state.position.phase == FORTIFYING and state.setup.pace == "whole"


def idle_turn(state: MatchState, seat: int) -> str | None:
    """Return a pass if it is a turn of the attacking phase (rules 11); ``None`` otherwise."""
    if seat not in state.position.asked or PASS not in steps(state.position, seat):
        return None
    return str(PASS)


def check_asked(state: MatchState, seat: int) -> None:
    """Raise ``IllegalTurn`` for a seat that is not asked to act."""
    position = state.position
    if state.is_over:
        raise IllegalTurn(say("The match is over."))
    if seat in position.asked:
        return
    if position.hands[seat] is None:
        raise IllegalTurn(say("You’re out of this match."))
    if position.phase == FORTIFYING:
        raise IllegalTurn(
            say("You’ve finished fortifying. Wait for %(players)s.", players=player_names(position.asked))
        )
    raise IllegalTurn(say("It isn’t your turn. Wait for %(players)s.", players=player_names(position.asked)))


def read_submission(state: MatchState, text: str) -> None:
    """Raise ``UnreadableTurn`` for a text that is not in the notation; judge nothing."""
    if _is_placed_singly(state) and says_fortified(text):
        parse_several(text, state.setup.players)
    elif says_fortified(text) or (asks_for_all(state) and not _is_step(state, text)):
        parse_fortified(text, state.setup.players)
    else:
        parse_step(text, state.setup.players)


def _is_placed_singly(state: MatchState) -> bool:
    return state.position.phase == FORTIFYING and state.setup.pace == "single"


def series(state: MatchState, text: str) -> tuple[str, ...]:
    """Return the steps that make up a text, in a match in which cards are placed one by one.

    Raises ``UnreadableTurn``.
    """
    if not (_is_placed_singly(state) and says_fortified(text)):
        return (text,)
    return tuple([str(step) for step in parse_several(text, state.setup.players)])


def joins_lines(state: MatchState, lines: Sequence[str]) -> bool:
    """Return whether lines of an email together place cards.

    They don't if any is a single letter, which may be an initial.
    """
    text = " ".join(lines)
    if state.position.phase != FORTIFYING or any(map(is_bare_letter, lines)):
        return False
    try:
        read_submission(state, text)
    except UnreadableTurn:
        return False
    return says_fortified(text)


def play(state: MatchState, seat: int, text: str) -> Played:
    """Judge and apply a whole submission. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    check_asked(state, seat)
    if asks_for_all(state):
        return _play_fortified(state, seat, text)
    step = read_step(state, text)
    check_legal(state.position, seat, step)
    return _play_step(state, seat, step)


def check_legal(position: Position, seat: int, step: Step) -> None:
    """Raise ``IllegalTurn``, with the reason, for a step that is not legal."""
    refusal = why_illegal(position, seat, step)
    if refusal:
        raise IllegalTurn(say("%(sentence)s.", sentence=refusal))


def read_step(state: MatchState, text: str) -> Step:
    if says_fortified(text):
        raise IllegalTurn(_one_by_one(state))
    return parse_step(text, state.setup.players)


def _one_by_one(state: MatchState) -> Text:
    if state.position.phase == FORTIFYING:
        return say("In this match you place one card at a time: “place left” or “place right”.")
    return say("The round has been fortified already.")


def _is_step(state: MatchState, text: str) -> bool:
    """Return whether a text is a step that doesn't belong to fortifying."""
    if says_fortified(text):
        return False
    try:
        return parse_step(text, state.setup.players).kind not in ("place", "keep", "shift")
    except UnreadableTurn:
        return False


def _play_step(state: MatchState, seat: int, step: Step) -> Played:
    position = state.position
    attack = _attack(position, seat, step) if step.kind == "attack" else None
    applied = apply(position, seat, step)
    words, public = step_words(position, seat, step), public_step_words(position, seat, step)
    after = after_step(state, seat, applied, _last(seat, public), attack)
    return Played(
        after,
        str(step),
        words,
        public,
        secret=position.phase == FORTIFYING,
        notes=notes(state, after),
        reveals=shows_cards(position, seat, step),
    )


def _last(seat: int, public: Text) -> Text:
    return say("%(player)s: %(done)s.", player=seat_name(seat), done=public)


def _attack(position: Position, seat: int, step: Step) -> Attack:
    assert step.end is not None
    target = position.target(seat)
    row = inwards(position.hand(target), step)
    beaten, turned = clash(position, seat, step)
    return Attack(seat, target, step.end, position.hand(seat)[step.first - 1 : step.last], row[:beaten], row[:turned])


def shows_cards(position: Position, seat: int, step: Step) -> bool:
    """Return whether a step shows the player something new, so that it can't be taken back.

    This is decided only by what the player knows.
    """
    if step.kind == "place":
        return position.phase == FORTIFYING and len(position.coming[seat] or ()) > 1
    if step.kind == "pass":
        return position.passes + 1 == len(position.playing)
    return step.kind in ("attack", "ace", "start", "done")


def _play_fortified(state: MatchState, seat: int, text: str) -> Played:
    fortified = read_fortified(state, seat, text)
    if fortified.last is None:
        raise IllegalTurn(say("The last move is missing: add “keep”, or move one card, as in “shift 3 7”."))
    words = fortified_words(
        state.position.coming[seat] or (), fortified.ends, _last_move_words(state.position, seat, fortified)
    )
    applied = apply(placed(state.position, seat, fortified), seat, fortified.last)
    public = finished_words()
    after = after_step(state, seat, applied, _last(seat, public))
    return Played(after, str(fortified), words, public, secret=True, notes=notes(state, after))


def _last_move_words(position: Position, seat: int, fortified: Fortified) -> Text | None:
    return None if fortified.last is None else step_words(placed(position, seat, fortified), seat, fortified.last)


def read_fortified(state: MatchState, seat: int, text: str) -> Fortified:
    """Read all placings and the last move, or as many as there are so far.

    Raises ``UnreadableTurn`` or ``IllegalTurn``.
    """
    if _is_step(state, text):
        check_legal(state.position, seat, parse_step(text, state.setup.players))
    fortified = parse_fortified(text, state.setup.players)
    if fortified.last is not None:
        check_legal(placed(state.position, seat, fortified), seat, fortified.last)
    return fortified


def placed(position: Position, seat: int, fortified: Fortified) -> Position:
    """Return the position after the placings, before the last move."""
    for end in fortified.ends:
        position = apply(position, seat, PLACE[ENDS.index(end)]).position
    return position


# -- at random -----------------------------------------------------------------------------------------------------


def sample(state: MatchState, seat: int, rng: random.Random) -> str:
    """Return a random legal submission, chosen by what the seat may know."""
    check_asked(state, seat)
    position = state.position
    if not asks_for_all(state):
        return str(rng.choice(steps(position, seat)))
    fortified = Fortified(tuple([rng.choice(ENDS) for _ in position.coming[seat] or ()]), None)
    last = rng.choice(steps(placed(position, seat, fortified), seat))
    return str(fortified._replace(last=last))
