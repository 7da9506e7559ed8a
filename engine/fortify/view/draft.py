"""Submissions under way: their meaning so far, their possible continuations, and the board after them."""

from __future__ import annotations

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import PIECE_TEXT, SIDE_WORDS, format_army
from engine.fortify.explain.describe import army_words, ending_words, step_group, step_label, turn_words
from engine.fortify.explain.unit_names import side_name
from engine.fortify.match.play_turn import play_actions, play_turn
from engine.fortify.match.state import MatchState, ending_by, seats_to_act
from engine.fortify.match.submit import check_asked, colour_words, read_army, read_colour
from engine.fortify.notation.turn import PASS, format_turn, parse_turn
from engine.fortify.rules.actions import END, ENLIST, Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import may_end, steps
from engine.fortify.rules.scoring import VolleyEnding
from engine.values import Draft, Step
from i18n.text import joined, say

from .view import Drafted, build_view

KIND_ORDER = ("enlist", "move", "fortify", "attack", "end")


def build_draft(state: MatchState, seat: int, text: str = "") -> Draft:
    """Build the draft of a submission; an empty text is its beginning. Raises as ``submit.play`` does."""
    check_asked(state, seat)
    if state.phase == "army":
        return _draft_army(state, seat, text)
    if state.phase == "colour":
        return _draft_colour(state, seat, text)
    return _draft_turn(state, seat, text)


def _draft_army(state: MatchState, seat: int, text: str) -> Draft:
    view = build_view(state, seat)
    if not text.strip():
        return Draft("", "", (), False, view)
    army = read_army(text)
    is_last = seats_to_act(state) == (seat,)
    return Draft(format_army(army), army_words(army), (), True, view, reveals=is_last)


def _draft_colour(state: MatchState, seat: int, text: str) -> Draft:
    view = build_view(state, seat)
    if text.strip():
        side = read_colour(text)
        return Draft(SIDE_WORDS[side], colour_words(state, side), (), True, view)
    group = say("Colour for volley %(volley)s", volley=state.volley + 1)
    labels = say("Play Red, moving first"), say("Play Green, moving second")
    choices = tuple(
        Step(word, label, "colour", group, ((f"colour:{word}",),), word)
        for word, label in zip(SIDE_WORDS, labels, strict=True)
    )
    return Draft("", "", choices, False, view)


def _draft_turn(state: MatchState, seat: int, text: str) -> Draft:
    before = state.position
    assert before is not None
    actions = parse_turn(text, before.map) if text.strip() else []
    closing = _says_end(text)
    position, ending, _ = play_turn(before, text) if closing else play_actions(before, actions)
    closed = position.turn != before.turn
    may_stop = closed or may_end(position)
    if may_stop:
        ended, ending = (position, ending) if closed else apply(position, END)
        ending = ending_by(state.setup, ended, ending)
    view = build_view(state, seat, Drafted(position, tuple(actions), 0 if closed else position.left))
    words = turn_words(before, actions) if actions or closed else ""
    return Draft(
        text=format_turn(actions) if words else "",
        words=joined([part for part in (words, _ending(state, ending, closed)) if part], ". "),
        steps=() if closed else _steps(position, actions),
        may_send=may_stop and bool(words),
        view=view,
    )


def _says_end(text: str) -> bool:
    """Return whether the text itself closes the turn, by ``pass`` or ``end``."""
    words = text.lower().replace(",", " ").replace(";", " ").split()
    return bool(words) and words[-1] in (PASS, str(END))


def _ending(state: MatchState, ending: VolleyEnding | None, closed: bool) -> str:
    """Say that the turn ends the volley, or would if it ended here; "" if it doesn't."""
    if ending is None:
        return ""
    winner = None if ending.winner is None else side_name(ending.winner)
    words = ending_words(winner, ending.how, state.volley)
    if closed:
        return say("This ends the volley: %(ending)s.", ending=words)
    return say("If the turn ends here: %(ending)s.", ending=words)


# -- steps -------------------------------------------------------------------------------------------------------


def _steps(position: Position, actions: list[Action]) -> tuple[Step, ...]:
    legal = sorted(steps(position), key=_order)
    return tuple(_step(position, action, actions) for action in legal)


def _order(action: Action) -> tuple[int, int, tuple[int, ...], int, tuple[int, ...]]:
    """Return the key that sorts actions: by kind in the order of the rules, then by what acts, then by the target."""
    source = -1 if action.source is None else action.source
    return KIND_ORDER.index(action.kind), len(action.pieces), action.pieces, source, action.targets


def _step(position: Position, action: Action, actions: list[Action]) -> Step:
    return Step(
        text=str(action),
        label=step_label(position, action, bool(actions)),
        kind=action.kind,
        group=step_group(position, action),
        paths=_paths(action),
        next=format_turn([*actions, action]) + (f" {END}" if action == END and actions else ""),
    )


def _paths(action: Action) -> tuple[tuple[str, ...], ...]:
    """Return the clicks that mean an action.

    A unit's own space twice is a Fortify, and a Chopper's attack too.
    """
    places = tuple(space_name(space) for space in action.targets)
    if action.kind == ENLIST:
        return _enlist_paths(tuple(f"supply:{PIECE_TEXT[piece]}" for piece in action.pieces), places)
    if action.source is None:
        return ()
    return ((space_name(action.source), *places),)


def _enlist_paths(pieces: tuple[str, ...], places: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if len(pieces) == 1:
        return ((*pieces, *places),)
    (piece, other), (place, further) = pieces, places
    both = ((piece, place, other, further), (other, further, piece, place))
    return (*both, (piece, place, further), (piece, further, place)) if piece == other else both
