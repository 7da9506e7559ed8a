"""Counts of sequences of words, and matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from .position import ForestEnding, Position
from .turn import Turn, next_words


def perft(turn: Turn, depth: int) -> int:
    """Count the sequences of ``depth`` words, past the ends of turns; one that ends the match counts as one."""
    if depth == 0 or turn.ending:
        return 1
    if turn.is_done:
        turn = Turn(turn.position)
    words = next_words(turn)
    return len(words) if depth == 1 else sum(perft(act(), depth - 1) for act in words.values())


class PlayoutStep(NamedTuple):
    """A submission of a playout: the turn ``before`` it, and its result."""

    before: Position
    text: str
    after: Position
    ending: ForestEnding | None


def playout(position: Position, random: Random) -> Iterator[PlayoutStep]:
    """Yield submissions of random words until the match is over, at midnight at the latest."""
    ending = position.ending
    while ending is None:
        turn, said = Turn(position), []
        while not (turn.is_done or turn.ending):
            words = next_words(turn)
            word = random.choice(sorted(words))
            said.append(word)
            turn = words[word]()
        yield PlayoutStep(position, " ".join(said), turn.position, turn.ending)
        position, ending = turn.position, turn.ending
