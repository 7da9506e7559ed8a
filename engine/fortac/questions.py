"""The questions about Fortac that a terminal answers (rules 9; see ``engine.questions``).

Steps are accepted in canonical form only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.errors import UnreadableTurn
from engine.questions import DEPTH, POSITION, Question, QuestionAnswer, QuestionField, Questions, read_depth

from .board.position import Position
from .match.submit import play_step
from .notation.position import format_known, format_position, parse_position, read_seed
from .rules import perft as counting
from .rules.legal import steps
from .rules.playout import playout


def _start(seed: str) -> QuestionAnswer:
    return {"position": format_position(Position.start(read_seed(seed)))}


def _actions(position: str) -> QuestionAnswer:
    return {"steps": sorted(map(str, steps(parse_position(position))))}


def _apply(position: str, text: str) -> QuestionAnswer:
    step, applied = play_step(parse_position(position), text)
    if text != str(step):
        raise UnreadableTurn(f"“{text}” is not in the canonical form, {step}.")
    ending = applied.ending
    over = {"winner": ending.winner_word, "how": ending.how} if ending else None
    return {"position": format_position(applied.position), "combo": applied.combo, "over": over}


def _perft(position: str, depth: str) -> QuestionAnswer:
    return {"perft": counting.perft(parse_position(position), read_depth(depth))}


def _divide(position: str, depth: str) -> QuestionAnswer:
    counts = counting.divide(parse_position(position), read_depth(depth, least=1))
    return {"divide": {str(step): count for step, count in counts.items()}}


def _view(position: str) -> QuestionAnswer:
    return {"view": format_known(parse_position(position))}


def _playout(seed: str) -> QuestionAnswer:
    start = Position.start(hashlib.sha256(seed.encode(errors="surrogateescape")).digest())
    return {"playout": list(transcript(start, Random(seed)))}


def transcript(position: Position, random: Random) -> Iterator[str]:
    """Yield a playout as lines: the first position, each turn with its number, the last position, and the ending."""
    yield format_position(position)
    for played in playout(position, random):
        yield f"{played.before.turn}. {played.step}"
        if played.applied.ending:
            yield format_position(played.applied.position)
            yield str(played.applied.ending)


_SEED: Final = QuestionField("SEED", "64 hexadecimal digits in lower case")
_STEP: Final = QuestionField("STEP", "such as 'hop a3-a2', as one argument")
_ANY_SEED: Final = QuestionField("SEED", "any text; the same seed gives the same match", as_option=True)

QUESTIONS: Final[Questions] = {
    "start": Question("print the position at the start of a match", (_SEED,), _start),
    "actions": Question("list the legal steps", (POSITION,), _actions),
    "apply": Question("print the position after each step", (POSITION, _STEP), _apply, repeats=True),
    "perft": Question("count the sequences of N steps", (POSITION, DEPTH), _perft),
    "divide": Question("count them by first step", (POSITION, DEPTH), _divide),
    "view": Question("print what may be seen of a position", (POSITION,), _view),
    "playout": Question("play a match of random steps", (_ANY_SEED,), _playout),
}
