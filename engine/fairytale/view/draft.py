"""A turn under way: its meaning, its possible continuations, and the forest after it.

A draft ends where tiles would be drawn and dice thrown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.fairytale.explain.describe import word_words
from engine.fairytale.explain.names import named_tile
from engine.fairytale.forest.spaces import LETTERS
from engine.fairytale.match.state import MatchState
from engine.fairytale.match.submit import Tried, check_asked, ordered_words, try_words, written_words
from engine.fairytale.notation.words import CALL, CHOOSE, CLEAR, END, FLY, LAY, REMOVE, WALK, Word, parse_words
from engine.fairytale.rules.lay import free_roots, is_swapped_in
from engine.fairytale.rules.position import Position
from engine.fairytale.rules.turn import first_words, next_words
from engine.values import Draft, Step, View
from i18n.text import Text, begun, say

from .pieces import headed_pieces
from .view import build_view

FIRE, BOMB, SWAP = "fire", "bomb", "swap"
_KINDS = {CHOOSE: "choose", CALL: "call", END: "call", WALK: "walk", FLY: "fly", REMOVE: "remove", LAY: "lay",
          CLEAR: "clear"}  # fmt: skip


class NextWord(NamedTuple):
    """A word that may come next, and the words before it; ``more`` is what it adds to the last one."""

    word: Word
    before: Sequence[Word]
    more: str = ""


def build_draft(state: MatchState, seat: int, text: str = "") -> Draft:
    """Build the draft of a submission; an empty text is the beginning of a turn. Raises as ``submit.play`` does."""
    check_asked(state, seat)
    known = state.as_known()
    tried = try_words(known, text)
    steps = _steps(tried)
    # The end of a turn shows nothing by itself; the first tiles end one when the last of them is laid.
    shown = tried.turn if not tried.turn.is_done or known.position.turn == 0 else tried.before
    view = build_view(known, shown.position, _choices(steps, shown.position))
    said = tried.said if tried.words else ""
    offer = _offer(steps)
    return Draft(written_words(tried.words), said, steps, tried.is_whole, view, reveals=tried.reveals, offer=offer)


def _offer(steps: Sequence[Step]) -> str:
    """Say what the last word may bring about in addition, and how to point at it; "" if nothing."""
    added = next((step for step in steps if step.kind in (FIRE, BOMB, SWAP)), None)
    if added is None:
        return ""
    here = added.paths[0][0]
    if added.kind == FIRE:
        return say("You can fire the catapult: choose %(here)s, then a touching tile with monsters.", here=here)
    if added.kind == BOMB:
        return say("The bomb can destroy a touching tile: choose %(here)s, then that tile.", here=here)
    return say("The swap can turn or replace a touching tile: choose %(here)s, then that tile.", here=here)


def _steps(tried: Tried) -> tuple[Step, ...]:
    if tried.is_whole:
        return ()
    found: list[Step] = []
    taken: set[tuple[str, ...]] = set()
    groups: dict[tuple[str, str, str], Text] = {}  # said once: there may be a hundred ways to lay a tile
    figure = tried.turn.position.figure.word
    for choice in (*_additions(tried), *_nexts(tried)):
        position = tried.before.position if choice.more else tried.turn.position
        ways = tuple(path for path in _paths(position, choice) if path not in taken)
        taken.update(ways)
        laid = choice.word.laid
        group = choice.word.kind, choice.more, laid.tile.code if laid else ""
        if group not in groups:
            groups[group] = _group(choice)
        found.append(
            Step(
                text=str(choice.word),
                label=begun(word_words(choice.word, figure)),
                kind=choice.more or _KINDS[choice.word.kind],
                group=groups[group],
                paths=ways,
                next=written_words(ordered_words(tried.turn.position, [*choice.before, choice.word])),
            )
        )
    return tuple(found)


def _nexts(tried: Tried) -> Iterator[NextWord]:
    """Yield the words that may come next.

    A word that adds something to another one is left out if the other may come, since the rest can follow it.
    """
    if tried.turn.position.turn == 0:
        laid = (text for root in free_roots(tried.turn.position) for text in first_words(tried.turn, root))
        yield from (NextWord(_word(text), tried.words) for text in laid)
        return
    words = next_words(tried.turn)
    for text in words:
        bare = text.partition("*")[0].partition("=")[0]
        if bare == text or bare not in words:
            yield NextWord(_word(text), tried.words)


def _additions(tried: Tried) -> Iterator[NextWord]:
    """Yield what the last word may bring about in addition: a shot, an explosion, a swap."""
    if not tried.words:
        return
    last = str(tried.words[-1])
    if "*" in last or "=" in last:
        return
    for text in next_words(tried.before, last):
        if text.startswith((f"{last}*", f"{last}=")):
            word = _word(text)
            more = FIRE if word.laid is None else BOMB if word.laid.bombed else SWAP
            yield NextWord(word, tried.words[:-1], more)


def _word(text: str) -> Word:
    (word,) = parse_words(text)
    return word


def _group(choice: NextWord) -> Text:
    """Return the heading under which a step is listed."""
    word = choice.word
    if choice.more:
        return say("With what was just done")
    if word.laid:
        return say("Lay %(tile)s", tile=named_tile(word.laid.tile.code))
    match word.kind:
        case "as":
            return say("Your figure")
        case "in":
            return say("New monsters")
        case "5":
            return say("End the turn")
        case "x":
            return say("Drive off monsters")
        case "clear":
            return say("The market")
    return say("Fly") if word.kind == FLY else say("Walk")


# -- pointing ----------------------------------------------------------------------------------------------------------


def _paths(position: Position, choice: NextWord) -> tuple[tuple[str, ...], ...]:
    """Return the ways to point at a step on the board."""
    word, laid = choice.word, choice.word.laid
    if choice.more == FIRE:
        return ((str(word.space), str(word.target)),)
    if laid and laid.bombed:
        return ((str(laid.space), str(laid.bombed)),)
    if laid and laid.swapped and laid.swap:
        is_new = is_swapped_in(position, laid, position.forest[laid.swapped], laid.swap)
        tile = (f"tile:{laid.swap.code}",) if is_new else ()
        return ((str(laid.space), str(laid.swapped), *tile, f"way:{laid.swap}"),)
    return _plain_paths(position, word)


def _plain_paths(position: Position, word: Word) -> tuple[tuple[str, ...], ...]:
    if word.laid:
        tile, space, way = f"tile:{word.laid.tile.code}", str(word.laid.space), f"way:{word.laid.tile}"
        return ((tile, space, way), (tile, way, space))
    match word.kind:
        case "as":
            return ((f"figure:{word.figure}",),)
        case "in" | "5":
            return ((f"side:{LETTERS[word.side]}",),)
        case "x":
            return ((str(word.space or position.figure.space),),)
        case "clear":
            return ()
    return ((str(word.space),),)


def _choices(steps: Sequence[Step], position: Position) -> list[View]:
    """Return the pieces that steps name and the board doesn't show: neither spaces nor tiles of the market."""
    found = dict.fromkeys(ref for step in steps for path in step.paths for ref in path if ":" in ref)
    market = tuple(f"{kind}:{code}" for code in position.market for kind in ("tile", "way"))
    beside = [ref for ref in found if ref.partition("/")[0] not in market]
    return headed_pieces(beside, is_called=any(step.text.startswith(f"{CALL}:") for step in steps))
