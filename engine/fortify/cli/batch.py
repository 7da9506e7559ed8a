"""Many questions in one process: each line asked is answered with one line of JSON.

``actions<TAB>MAP<TAB>POSITION``, ``apply<TAB>MAP<TAB>POSITION<TAB>STEP``, ``perft<TAB>MAP<TAB>POSITION<TAB>N``. A line
that cannot be answered gets ``{"error": "…"}``, and the next one is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from engine.fortify.board.maps import open_map
from engine.fortify.board.position import Position
from engine.fortify.match.play_turn import play_step
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.rules.legal import steps
from engine.fortify.rules.perft import perft, read_depth
from engine.game import GameError

Answer = dict[str, Any]

_open_map = lru_cache(maxsize=64)(open_map)


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The answer to each line, as JSON."""
    for line in lines:
        yield json.dumps(answer(line.rstrip("\r\n")))


def answer(line: str) -> Answer:
    """The answer to one line."""
    command, *fields = line.split("\t")
    try:
        if command not in _COMMANDS:
            raise GameError(f"There is no command “{command}”: the commands are actions, apply and perft.")
        form, run = _COMMANDS[command]
        if len(fields) != len(form):
            raise GameError(f"The command {command} takes {', '.join(form)}, separated by tabs.")
        return run(parse_position(_open_map(fields[0]), fields[1]), *fields[2:])
    except GameError as error:
        return {"error": str(error)}


def _actions(position: Position) -> Answer:
    return {"steps": sorted(map(str, steps(position)))}


def _apply(position: Position, text: str) -> Answer:
    after, ending = play_step(position, text)
    over = {"winner": ending.winner_word, "how": ending.how} if ending else None
    return {"position": format_position(after), "over": over}


def _perft(position: Position, depth: str) -> Answer:
    return {"perft": perft(position, read_depth(depth))}


_COMMANDS: Final[dict[str, tuple[tuple[str, ...], Callable[..., Answer]]]] = {
    "actions": (("MAP", "POSITION"), _actions),
    "apply": (("MAP", "POSITION", "STEP"), _apply),
    "perft": (("MAP", "POSITION", "N"), _perft),
}
