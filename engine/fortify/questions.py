"""The questions about Fortify that a terminal answers (see ``engine.questions``)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from engine.errors import GameError
from engine.questions import DEPTH, POSITION, Question, QuestionAnswer, QuestionField, Questions, read_depth

from .board.maps import open_map
from .board.position import Position
from .board.units import GREEN, RED, STANDARD_ARMY, Army, ArmyError, army_fault, format_army, parse_army
from .match.play_turn import play_step
from .notation.position import format_position, parse_position
from .notation.turn import format_turn
from .rules import perft as counting
from .rules.actions import END, Action
from .rules.legal import steps
from .rules.playout import playout
from .rules.scoring import ALL_FORTIFIED, TWO_BY_TWO, UNFINISHED, score

_SIDES: Final[dict[str, int | None]] = {"red": RED, "green": GREEN, "none": None}
_HOWS: Final = (TWO_BY_TWO, ALL_FORTIFIED, UNFINISHED)

_open_map = lru_cache(maxsize=64)(open_map)


def _position(map: str, text: str) -> Position:
    return parse_position(_open_map(map), text)


def _start_position(map: str, red: str, green: str) -> Position:
    return Position.start(_open_map(map), _army(red), _army(green))


def _army(text: str) -> Army:
    army = parse_army(text)
    fault = army_fault(army)
    if fault:
        raise ArmyError(fault)
    return army


def _start(map: str, red: str, green: str) -> QuestionAnswer:
    return {"position": format_position(_start_position(map, red, green))}


def _actions(map: str, position: str) -> QuestionAnswer:
    return {"steps": sorted(str(step) for step in steps(_position(map, position)))}


def _apply(map: str, position: str, step: str) -> QuestionAnswer:
    after, ending = play_step(_position(map, position), step)
    over = {"winner": ending.winner_word, "how": ending.how} if ending else None
    return {"position": format_position(after), "over": over}


def _perft(map: str, position: str, depth: str) -> QuestionAnswer:
    return {"perft": counting.perft(_position(map, position), read_depth(depth))}


def _divide(map: str, position: str, depth: str) -> QuestionAnswer:
    counts = counting.divide(_position(map, position), read_depth(depth, least=1))
    return {"divide": {str(step): count for step, count in counts.items()}}


def _score(map: str, position: str, winner: str, how: str) -> QuestionAnswer:
    for text, words in ((winner, tuple(_SIDES)), (how, _HOWS)):
        if text not in words:
            raise GameError(f"“{text}” is none of {', '.join(words)}.")
    if _SIDES[winner] is None and how != UNFINISHED:
        raise GameError(f"A volley that ended by {how} has a winner: red or green.")
    red, green = score(_position(map, position), _SIDES[winner], how)
    return {"score": {"red": red, "green": green}}


def _playout(map: str, seed: str, red: str, green: str) -> QuestionAnswer:
    return {"playout": list(transcript(_start_position(map, red, green), Random(seed)))}


def transcript(position: Position, random: Random) -> Iterator[str]:
    """Yield a playout as lines: each turn with its number, the last position, and the ending of the volley."""
    actions: list[Action] = []
    for played in playout(position, random):
        if played.step != END:
            actions.append(played.step)
        if played.after.turn != played.before.turn:
            yield f"{played.before.turn}. {format_turn(actions)}"
            actions = []
        if played.ending:
            yield format_position(played.after)
            yield str(played.ending)


_MAP: Final = QuestionField("MAP", "4x5, 5x5 or the path of a map file", as_option=True)
_STEP: Final = QuestionField("STEP", "an action, or end")
_SEED: Final = QuestionField("SEED", "any text; the same seed gives the same volley", as_option=True)
_ARMIES: Final = tuple(
    [
        QuestionField(side, "an army, such as I4T4B4", format_army(STANDARD_ARMY), as_option=True)
        for side in ("RED", "GREEN")
    ]
)
_WINNER: Final = QuestionField("WINNER", "who won it: red, green or none", as_option=True)
_HOW: Final = QuestionField("HOW", f"how it ended: {', '.join(_HOWS)}", as_option=True)

QUESTIONS: Final[Questions] = {
    "start": Question("print the position at the start of a volley", (_MAP, *_ARMIES), _start),
    "actions": Question("list the legal steps", (_MAP, POSITION), _actions),
    "apply": Question("print the position after each step", (_MAP, POSITION, _STEP), _apply, repeats=True),
    "perft": Question("count the sequences of N steps", (_MAP, POSITION, DEPTH), _perft),
    "divide": Question("count them by first step", (_MAP, POSITION, DEPTH), _divide),
    "score": Question("print the score of a volley that ends here", (_MAP, POSITION, _WINNER, _HOW), _score),
    "playout": Question("play a volley of random steps", (_MAP, _SEED, *_ARMIES), _playout),
}
