"""The turns tried from a position, as one segment of an address.

``b3-c3~pass~(2)T@b3*~c3+`` is a tree in the order in which it is read aloud: each turn follows the one before it, and
``(2)`` first goes back two turns, so a branch begins there. ``*`` marks the turn that the board is shown after; without
one that is the last turn. A ``*`` alone at the front stands for the position itself. Blanks are written ``_``; any
character that would be taken for one of these signs, or for the end of the segment, is written ``!`` and its code in
two hex digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.input.text import one_line

MOST_TURNS: Final = 60
LONGEST: Final = 3000  # characters of the segment as it is written; servers read addresses of 8 kB
LONGEST_TURN: Final = 200  # as the engine promises of every submission

_HERE: Final = "*"
_BLANK: Final = "_"
_BETWEEN: Final = "~"
_ESCAPED: Final = re.compile(r"[~_!*()/\\%?#;.]")
_ESCAPE: Final = re.compile(r"!([0-9a-f]{2})")
_TOKEN: Final = re.compile(r"(?:\(([1-9][0-9]?)\))?([^*()]+)(\*)?")


class BadAddress(ValueError):
    """Raised for a segment that isn't a list of turns, or is too long; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Node:
    """A turn that was tried.

    ``parent`` is the index of the turn before it in the tree, -1 for the position itself.
    """

    parent: int
    text: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The turns tried, parents before their children and each branch whole.

    ``here`` is the index of the turn that the board is shown after, -1 for the position itself.
    """

    nodes: tuple[Node, ...] = ()
    here: int = -1

    def path(self, place: int) -> list[int]:
        """Return the indexes of the turns that lead to this one, in order, its own last."""
        found: list[int] = []
        while place >= 0:
            found.append(place)
            place = self.nodes[place].parent
        return found[::-1]

    def children(self, place: int) -> list[int]:
        return [child for child, node in enumerate(self.nodes) if node.parent == place]

    def last(self, place: int) -> int:
        """Return the index of the last turn of the line from here, following the first turn tried each time."""
        while following := self.children(place):
            place = following[0]
        return place

    def at(self, place: int) -> Tree:
        return Tree(self.nodes, place)

    def with_turn(self, text: str) -> Tree:
        """Return the tree with a turn added after the current one, and moved there.

        Raises ``BadAddress`` if it gets too large.
        """
        for child in self.children(self.here):
            if self.nodes[child].text == text:
                return self.at(child)
        if len(self.nodes) >= MOST_TURNS:
            raise BadAddress(_too_many())
        found, _order = in_order([*self.nodes, Node(self.here, text)], len(self.nodes))
        if len(written(found)) > LONGEST:
            raise BadAddress(_too_long())
        return found

    def without(self, place: int) -> Tree:
        """Return the tree without this turn and everything after it, moved to the turn before."""
        left = [each for each in range(len(self.nodes)) if place not in self.path(each)]
        moved = {old: new for new, old in enumerate(left)} | {-1: -1}
        nodes = tuple(Node(moved[self.nodes[each].parent], self.nodes[each].text) for each in left)
        return Tree(nodes, moved[self.nodes[place].parent])


def written(tree: Tree) -> str:
    """Return the segment that stands for a tree; "" for a position from which nothing was tried."""
    tokens: list[str] = []
    depth = [len(tree.path(place)) for place in range(len(tree.nodes))]
    for place, node in enumerate(tree.nodes):
        back = depth[place - 1] - depth[place] + 1 if place else 0
        mark = _HERE if place == tree.here and place < len(tree.nodes) - 1 else ""
        tokens.append((f"({back})" if back else "") + _escaped(node.text) + mark)
    if tokens and tree.here < 0:
        tokens.insert(0, _HERE)
    return _BETWEEN.join(tokens)


def read_address(segment: str) -> Tree:
    """Return the tree that a segment stands for, in its canonical order. Raises ``BadAddress``."""
    if len(segment) > LONGEST:
        raise BadAddress(_too_long())
    tokens = segment.split(_BETWEEN) if segment else []
    here: int | None = None
    if tokens[:1] == [_HERE]:
        tokens, here = tokens[1:], -1
    if len(tokens) > MOST_TURNS:
        raise BadAddress(_too_many())
    nodes: list[Node] = []
    last = -1
    for token in tokens:
        back, text, is_here = _token(token)
        last = _place(nodes, _ancestor(nodes, last, back), text)
        here = last if is_here and here is None else here
    return in_order(nodes, last if here is None else here)[0]


def _token(token: str) -> tuple[int, str, bool]:
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise BadAddress(_unreadable())
    text = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), found[2].replace(_BLANK, " "))
    if len(text) > LONGEST_TURN or not text or one_line(text) != text:
        raise BadAddress(_unreadable())
    return int(found[1] or 0), text, bool(found[3])


def _ancestor(nodes: list[Node], place: int, back: int) -> int:
    for _step in range(back):
        if place < 0:
            raise BadAddress(_unreadable())
        place = nodes[place].parent
    return place


def _place(nodes: list[Node], parent: int, text: str) -> int:
    """Return the index of a turn among ``nodes``, after adding it if it is new."""
    node = Node(parent, text)
    if node not in nodes:
        nodes.append(node)
    return nodes.index(node)


def in_order(nodes: Sequence[Node], here: int) -> tuple[Tree, list[int]]:
    """Put turns in canonical order: parents first, each branch whole, branches in the order in which they were tried.

    Return their tree, and for each of its turns the index it had in ``nodes``.
    """
    children: dict[int, list[int]] = {}
    for place, node in enumerate(nodes):
        children.setdefault(node.parent, []).append(place)
    order: list[int] = []
    waiting = children.get(-1, [])[::-1]
    while waiting:
        place = waiting.pop()
        order.append(place)
        waiting.extend(children.get(place, [])[::-1])
    moved = {old: new for new, old in enumerate(order)} | {-1: -1}
    tree = Tree(tuple(Node(moved[nodes[old].parent], nodes[old].text) for old in order), moved[here])
    return tree, order


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda sign: f"!{ord(sign[0]):02x}", text).replace(" ", _BLANK)


def _unreadable() -> str:
    return _("We can’t read the turns in this link. Part of it may be missing.")


def _too_many() -> str:
    return _("That’s the limit: %(most)s turns. Delete some to try others.") % {"most": MOST_TURNS}


def _too_long() -> str:
    return _("These turns are too long for a link. Delete some to try others.")
