"""The view of a match as JSON-able data: what everyone may see, the only source for pages, emails and pictures.

Both players and everyone else see the same. The keys every game has are named in ``engine.game``; Fortac's own are
below.

- ``phase`` (``turn`` or ``over``), ``turn`` (its number, ``None`` when the match is over), ``position`` (the line that
  may be seen), ``quiet`` and ``quiet_words`` (turns in a row without a new combo; "" while they are few);
- ``columns``, ``rows``, ``spaces`` (top row first: ``ref``, ``man``, ``marks``, ``words``, and
  ``in_combo`` where the last turn made its mover a combo);
- ``hands`` (Red's first): ``seat``, ``side``, ``owner``, ``words`` and ``cards``, each with ``ref``, ``word``,
  ``letter``, ``name``, ``help`` and ``marks``; a card still face down has ``back`` for its word;
- ``deck`` (how many cards), ``deck_words``; ``discards`` (``discard_count`` in all) and ``left`` (in the deck) by card,
  each with a ``count``, and ``discards_words``;
- ``combos`` (Red's first): ``seat``, ``owner``, ``made`` and ``threatened``, each a list of ``kind`` and ``name``, and
  both in words ("" for none);
- ``combo``: the spaces of the mover's combo, if the last turn made one; ``on_board``: a line of words per side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from engine.fortac.board.cards import (
    BLACK,
    RED,
    SIDE_WORDS,
    SWITCH,
    TRADE,
)
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import COLUMN_LETTERS, SIZE, space_name, spaces_in
from engine.fortac.explain.names import kind_name, side_name, spaces_words
from engine.fortac.match.state import MatchState, labels, seats_to_act
from engine.fortac.notation.position import format_known
from engine.fortac.notation.step import parse_step
from engine.fortac.rules.apply import QUIET_LIMIT, move_men
from engine.fortac.rules.combos import COMBO_KINDS, new_combo
from engine.fortac.rules.legal import card_steps
from engine.fortac.rules.steps import Step
from engine.values import View
from i18n.text import Text, begun, joined, listed, noop, pgettext, say, translate

from .cards import hand_view, piles_view

MANY_QUIET: Final = 50
"""The number of quiet turns from which a view says how many are left."""


def build_view(state: MatchState) -> View:
    """Build everyone's view of a match."""
    position = state.position
    step = parse_step(state.last.step) if state.last else None
    formed = _formed(state)
    view = {
        **_heading(state),
        "columns": list(COLUMN_LETTERS),
        "rows": list(range(SIZE, 0, -1)),
        "spaces": _spaces(position, _marks(step), formed),
        "hands": [hand_view(position, side, drawn_by(state, side)) for side in (RED, BLACK)],
        **piles_view(position),
        "combos": [_combos(state, side) for side in (RED, BLACK)],
        "combo": formed,
        "on_board": [_on_board(position, side) for side in (RED, BLACK)],
    }
    return {**view, "alt": _alt(view)}


def _heading(state: MatchState) -> View:
    position, is_over = state.position, state.end is not None
    return {
        "game": "fortac",
        "title": title(state),
        "labels": labels(),
        "colours": list(SIDE_WORDS),
        "scores": list(state.scores),
        "score_words": say("combos made"),
        "to_act": list(seats_to_act(state)),
        "below": RED,
        "phase": "over" if is_over else "turn",
        "turn": None if is_over else position.turn,
        "quiet": position.quiet,
        "quiet_words": _quiet_words(position) if MANY_QUIET <= position.quiet < QUIET_LIMIT and not is_over else "",
        "position": format_known(position),
        "last": translate(state.last.words) if state.last else "",
    }


def title(state: MatchState) -> Text:
    """Say where the match stands: "Turn 7"."""
    if state.end:
        return say("Match over after turn %(turn)s", turn=state.position.turn - 1)
    return say("Turn %(turn)s", turn=state.position.turn)


def _quiet_words(position: Position) -> Text:
    left = QUIET_LIMIT - position.quiet
    words = noop("%(quiet)s turns without a new combo; after %(left)s more the match is drawn")
    return say(words, quiet=position.quiet, left=left)


# -- the board ---------------------------------------------------------------------------------------------------


def _spaces(position: Position, marks: dict[int, list[str]], formed: list[str]) -> list[View]:
    order = [row * SIZE + column for row in reversed(range(SIZE)) for column in range(SIZE)]
    drawn = [_space(position, space, marks.get(space, [])) for space in order]
    return [{**space, "in_combo": space["ref"] in formed} for space in drawn]


def _space(position: Position, space: int, marks: list[str]) -> View:
    owner = position.owner_at(space)
    man, what = None, pgettext("space", "empty")
    if owner is not None:
        man, what = {"side": SIDE_WORDS[owner], "owner": side_name(owner)}, side_name(owner)
    return {
        "ref": space_name(space),
        "man": man,
        "marks": marks,
        "words": joined([space_name(space), what]),
    }


def _marks(step: Step | None) -> dict[int, list[str]]:
    """Return what the last turn did, by space."""
    found: dict[int, list[str]] = defaultdict(list)
    if step is not None:
        swaps = step.card in (TRADE, SWITCH)
        found[step.source].append("swapped" if swaps else "moved-from")
        found[step.target].append("swapped" if swaps else "moved")
    return dict(found)


def _formed(state: MatchState) -> list[str]:
    """Return the spaces of the combo that the last turn made for its mover."""
    position = state.position
    mover = 1 - position.side
    if state.last is None or position.quiet or not position.combos[mover]:
        return []
    return [space_name(space) for space in spaces_in(position.men[mover])]


def _on_board(position: Position, side: int) -> Text:
    return say("%(side)s’s men: %(spaces)s", side=side_name(side), spaces=spaces_words(spaces_in(position.men[side])))


def drawn_by(state: MatchState, side: int) -> int | None:
    """Return the card that a side drew in the last turn, if that turn was its own."""
    return state.last.drawn if state.last and side != state.position.side else None


# -- combos ------------------------------------------------------------------------------------------------------


def _combos(state: MatchState, side: int) -> View:
    made = state.position.combos[side]
    threatened = [] if state.end else threats(state.position, side)
    return {
        "seat": side,
        "owner": side_name(side),
        **_listed("made", made),
        **_listed("threatened", threatened),
    }


def _listed(key: str, kinds: Sequence[str]) -> View:
    names = [kind_name(kind) for kind in kinds]
    return {
        key: [{"kind": kind, "name": name} for kind, name in zip(kinds, names, strict=True)],
        f"{key}_words": listed(names) if names else "",
    }


def threats(position: Position, side: int) -> list[str]:
    """Return the kinds of combo that a side could make with a card of its hand, if it were its turn."""
    own, other = position.men[side], position.men[1 - side]
    moves = (step for card in set(position.hands[side]) for step in card_steps(card, own, other))
    found = {new_combo(own, move_men(own, other, step)[0], position.combos[side]) for step in moves}
    return [kind for kind in COMBO_KINDS if kind in found]


# -- in words ----------------------------------------------------------------------------------------------------


def _alt(view: View) -> str:
    """Describe the whole view for a screen reader."""
    sentences = [
        view["title"],
        *(say("%(side)s to play", side=view["labels"][seat]) for seat in view["to_act"]),
        *view["on_board"],
        *(hand["words"] for hand in view["hands"]),
        combos_words(view),
        *threats_words(view),
        view["deck_words"],
        view["discards_words"],
        view["quiet_words"],
        view["last"] and say("Last: %(turn)s", turn=view["last"].rstrip(".")),
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def combos_words(view: View) -> Text:
    """List the combos made: "Combos made: Red corner, Black none"."""
    names = [
        say("%(side)s %(kinds)s", side=each["owner"], kinds=each["made_words"] or pgettext("combos", "none"))
        for each in view["combos"]
    ]
    return say("%(what)s: %(combos)s", what=begun(view["score_words"]), combos=joined(names))


def threats_words(view: View) -> list[Text]:
    """List the combos that each side could make now: "Red threatens: corner"."""
    return [
        say("%(side)s threatens: %(kinds)s", side=each["owner"], kinds=each["threatened_words"])
        for each in view["combos"]
        if each["threatened"]
    ]
