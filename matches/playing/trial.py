"""A private board: positions on which turns are tried without a match, and judged by the engine.

A position is shown as all seats know it (``Game.as_known``), so turns tried there can't draw on the seed or betray a
secret: the line ends at a turn that would draw or reveal something. The lesson judges its turns here, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import GameError
from engine.game import Game
from engine.values import Draft, Played, View
from matches.record.names import Names, named

from .analysis_address import Node, Tree, in_order


@dataclass(frozen=True)
class Position:
    """A position of a game on which turns may be tried.

    They are played by ``seat``, the first that is asked. ``end`` says why none can be tried, and is "" if they can.
    ``names`` are those of ``names_in``.
    """

    game: Game
    state: Any
    reader: int | None = None
    names: Names = ()
    played: Played | None = None

    @cached_property
    def seat(self) -> int:
        """The seat that plays the next turn; only for a position without ``end``."""
        return self.game.to_act(self.state)[0]

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    @cached_property
    def end(self) -> str:
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            return _("The match is over here: %(ending)s") % {"ending": named(outcome.words, self.names)}
        if self.played is not None and (self.played.reveals or self.played.secret):
            return _("The line ends here: this turn draws or shows something that no one knows yet.")
        if not self.game.may_judge_ahead(self.state):
            return _("You can’t try turns here, because part of this position is hidden.")
        return ""

    def view(self) -> View:
        """Return what the reader may see of the position."""
        return named(self.game.view(self.state, self.reader), self.names)

    def draft(self, text: str) -> Draft:
        """Return the turn begun by this text, with the ways to continue it. Raises ``GameError``."""
        return named(self.game.begin(self.state, self.seat, text), self.names)

    def play(self, text: str) -> Position:
        """Return the position after a whole turn. Raises ``GameError``."""
        if self.end:
            raise GameError(self.end)
        played = self.game.play(self.state, self.seat, text)
        return Position(self.game, played.state, self.reader, self.names, played)


def position_of(game: Game, state: Any, reader: int | None = None, names: Names = ()) -> Position:
    """Return the position from which turns are tried, for the reader's seat or a bystander.

    If it holds secrets, it can only be looked at.
    """
    return Position(game, game.as_known(state) if game.may_judge_ahead(state) else state, reader, names)


@dataclass(frozen=True)
class Tried:
    """The tree as far as it can be played, with the position after each of its turns.

    ``fault`` says what is wrong with the first turn that can't be played, and is "" if all can.
    """

    tree: Tree
    base: Position
    positions: tuple[Position, ...]
    fault: str = ""

    @property
    def here(self) -> Position:
        """The position that the board shows."""
        return self.at(self.tree.here)

    def at(self, place: int) -> Position:
        return self.base if place < 0 else self.positions[place]


def try_all(base: Position, tree: Tree) -> Tried:
    """Play every turn of a tree, each in its canonical text, and cut the tree at the first that can't be played."""
    nodes: list[Node] = []
    positions: list[Position] = []
    now: dict[int, int] = {-1: -1}  # by place in the tree as it was given
    fault = ""
    for place, node in enumerate(tree.nodes):
        parent = now[node.parent]
        try:
            position = (base if parent < 0 else positions[parent]).play(node.text)
        except GameError as error:
            fault = _("“%(turn)s” can’t be played there. %(reason)s") % {"turn": node.text, "reason": error}
            now.setdefault(tree.here, parent)
            break
        assert position.played is not None
        canonical = Node(parent, position.played.text)
        if canonical not in nodes:
            nodes.append(canonical)
            positions.append(position)
        now[place] = nodes.index(canonical)
    found, order = in_order(nodes, now[tree.here])
    return Tried(found, base, tuple(positions[old] for old in order), fault)
