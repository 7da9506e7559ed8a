"""Conditional turns that were found valid: which turn answers which, in the game's own notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .parse import Pair, written


@dataclass(frozen=True, slots=True)
class Node:
    """An answer set ahead: if the opponent plays ``condition``, ``reply`` is played.

    ``then`` has the answers to the opponent's next turn after that.
    """

    condition: str
    reply: str
    then: tuple[Node, ...] = ()


Tree = tuple[Node, ...]


def find(tree: Iterable[Node], turn: str) -> Node | None:
    """Return the node for a turn, given by its canonical text; ``None`` if no answer to it was set."""
    return next((node for node in tree if node.condition == turn), None)


def dump(tree: Iterable[Node]) -> list[dict[str, Any]]:
    return [{"if": node.condition, "then": node.reply, "next": dump(node.then)} for node in tree]


def load(data: Iterable[dict[str, Any]]) -> Tree:
    return tuple(Node(each["if"], each["then"], load(each["next"])) for each in data)


def branches(tree: Iterable[Node]) -> Iterator[str]:
    """Return the tree as branches that can be read again, one for each end, in words of the reader's language."""
    for node in tree:
        begun = written(Pair(node.condition, node.reply))
        if not node.then:
            yield begun
        for rest in branches(node.then):
            yield f"{begun} {rest}"
