"""The questions about The Last Fairy Tale that a terminal answers (rules 9; see ``engine.questions``).

Words are accepted in canonical form only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.errors import GameError, IllegalTurn
from engine.questions import DEPTH, POSITION, Question, QuestionAnswer, QuestionField, Questions, read_depth

from .notation.position import format_position, parse_position, read_options, read_seats, read_seed
from .rules.leave import leave
from .rules.perft import perft, playout
from .rules.position import ForestEnding, Options, Position, start
from .rules.turn import Turn, next_words, take

_LONGEST: Final = 200


def _submit(position: Position, text: str) -> Turn:
    """Return the turn after some words, which may be a whole submission. Raises ``IllegalTurn``."""
    if len(text) > _LONGEST:
        raise IllegalTurn(f"A submission has at most {_LONGEST} characters.")
    turn = Turn(position)
    for word in text.split(" ") if text else ():
        after = take(turn, word)
        if after is None:
            raise IllegalTurn(f"“{word}” can’t be done there.")
        turn = after
    return turn


def _submit_whole(position: Position, text: str) -> Turn:
    """Return the turn after a submission that must end the turn or the match. Raises ``IllegalTurn``."""
    turn = _submit(position, text)
    if not (turn.is_done or turn.ending):
        raise IllegalTurn(f"“{text}” is not a whole turn: more words must follow.")
    return turn


def _start(options: str, seats: str, seed: str) -> QuestionAnswer:
    return {"position": format_position(start(read_options(options), read_seats(seats), read_seed(seed)))}


def _actions(position: str, text: str) -> QuestionAnswer:
    return {"steps": sorted(next_words(_submit(parse_position(position), text)))}


def _apply(position: str, text: str) -> QuestionAnswer:
    turn = _submit_whole(parse_position(position), text)
    return _after(turn.position, turn.ending)


def _leave(text: str, seat: str) -> QuestionAnswer:
    position = parse_position(text)
    seats = [str(number) for number, figure in enumerate(position.figures, 1) if figure.is_playing]
    if seat not in seats:
        raise GameError(f"“{seat[:40]}” is not the seat of a player: there are {', '.join(seats)}.")
    return _after(*leave(position, int(seat) - 1))


def _after(position: Position, ending: ForestEnding | None) -> QuestionAnswer:
    over = {"won": ending.won, "how": ending.how} if ending else None
    return {"position": format_position(position), "over": over}


def _perft(position: str, depth: str) -> QuestionAnswer:
    return {"perft": perft(Turn(parse_position(position)), read_depth(depth))}


def _playout(seed: str, options: str, seats: str) -> QuestionAnswer:
    chance = hashlib.sha256(seed.encode(errors="surrogateescape")).digest()
    return {"playout": list(transcript(start(read_options(options), read_seats(seats), chance), Random(seed)))}


def transcript(position: Position, random: Random) -> Iterator[str]:
    """Yield a playout as lines: the first position, each turn with its number, the last position, and the ending."""
    yield format_position(position)
    for played in playout(position, random):
        yield f"{played.before.turn}. {played.text}"
        if played.ending:
            yield format_position(played.after)
            yield f"{'won' if played.ending.won else 'lost'}: {played.ending.how}"


_SETUP: Final = (
    QuestionField("OPTIONS", "level, tiles and cast, as one argument", " ".join(Options().words), as_option=True),
    QuestionField("SEATS", "how many players, from 1 to 5", "1", as_option=True),
)
_SEED: Final = QuestionField("SEED", "64 hexadecimal digits in lower case")
_ANY_SEED: Final = QuestionField("SEED", "any text; the same seed gives the same match", as_option=True)
_WORDS: Final = QuestionField("WORDS", "the words so far, as one argument", "")
_SUBMISSION: Final = QuestionField("SUBMISSION", "all words of a turn, as one argument")
_SEAT: Final = QuestionField("SEAT", "the number of a player")

QUESTIONS: Final[Questions] = {
    "start": Question("print the position at the start of a match", (*_SETUP, _SEED), _start),
    "actions": Question("list the words that may come next", (POSITION, _WORDS), _actions),
    "apply": Question("print the position after each turn", (POSITION, _SUBMISSION), _apply, repeats=True),
    "leave": Question("print the position after a player left", (POSITION, _SEAT), _leave),
    "perft": Question("count the sequences of N words", (POSITION, DEPTH._replace(what="how many words")), _perft),
    "playout": Question("play a match of random words", (_ANY_SEED, *_SETUP), _playout),
}
