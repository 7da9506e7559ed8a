"""Conditional turns in words, for the player who has set them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.game import Game
from matches.gate.ahead import Node, Tree
from matches.models import Seat

from .parse import Pair, written


@dataclass(frozen=True, slots=True)
class Line:
    """One turn of the opponent's with the answer to it, in notation and in words.

    ``state`` is the match's state after both, as far as it can be known (``Game.as_known``). ``depth`` is how many
    answers come before it in its chain.
    """

    depth: int
    who: str
    condition: str
    condition_words: str
    reply: str
    reply_words: str
    state: Any

    @property
    def words(self) -> str:
        sentence = _("If %(name)s plays %(turn)s, you play %(answer)s.")
        if self.depth:
            sentence = _("Then, if %(name)s plays %(turn)s, you play %(answer)s.")
        turn, answer = _quoted(self.condition, self.condition_words), _quoted(self.reply, self.reply_words)
        return sentence % {"name": self.who, "turn": turn, "answer": answer}


@dataclass(frozen=True, slots=True)
class Lines:
    """All that a player has set, each line before those that continue from it.

    ``text`` would set the same again.
    """

    lines: tuple[Line, ...]
    text: str

    def in_words(self) -> list[str]:
        """Return a sentence for each line, indented by two blanks for each answer before it."""
        return [f"{'  ' * line.depth}{line.words}" for line in self.lines]


def lines_of_tree(tree: Tree, game: Game, state: Any, own: Seat, other: Seat) -> Lines:
    """Put a tree of conditional turns into words.

    ``state`` is the one in which the opponent is asked. Raises ``GameError`` if a turn can't be played there.
    """

    def said(level: Tree, state: Any, depth: int) -> Iterator[Line]:
        for node in level:
            condition = game.play(state, other.index, node.condition)
            reply = game.play(condition.state, own.index, node.reply)
            yield Line(
                depth=depth,
                who=other.name,
                condition=node.condition,
                condition_words=condition.public_words,
                reply=node.reply,
                reply_words=reply.words,
                state=reply.state,
            )
            yield from said(node.then, reply.state, depth + 1)

    return Lines(tuple(said(tree, game.as_known(state), 0)), "\n".join(branches(tree)))


def branches(tree: Iterable[Node]) -> Iterator[str]:
    """Return the tree as branches that can be read again, one for each end, in words of the reader's language."""
    for node in tree:
        begun = written(Pair(node.condition, node.reply))
        if not node.then:
            yield begun
        for rest in branches(node.then):
            yield f"{begun} {rest}"


def _quoted(text: str, words: str) -> str:
    return f"{text} ({words.rstrip('.')})"
