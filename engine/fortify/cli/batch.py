"""The questions of ``fortify batch``.

``actions<TAB>MAP<TAB>POSITION``, ``apply<TAB>MAP<TAB>POSITION<TAB>STEP``, ``perft<TAB>MAP<TAB>POSITION<TAB>N``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.cli.arguments import read_depth
from engine.cli.batch import Answer, Command, Commands
from engine.fortify.board.maps import open_map
from engine.fortify.board.position import Position
from engine.fortify.match.play_turn import play_step
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.rules.legal import steps
from engine.fortify.rules.perft import perft

_open_map = lru_cache(maxsize=64)(open_map)


def _actions(map: str, position: str) -> Answer:
    return {"steps": sorted(str(step) for step in steps(_position(map, position)))}


def _apply(map: str, position: str, step: str) -> Answer:
    after, ending = play_step(_position(map, position), step)
    over = {"winner": ending.winner_word, "how": ending.how} if ending else None
    return {"position": format_position(after), "over": over}


def _perft(map: str, position: str, depth: str) -> Answer:
    return {"perft": perft(_position(map, position), read_depth(depth))}


def _position(map: str, text: str) -> Position:
    return parse_position(_open_map(map), text)


COMMANDS: Final[Commands] = {
    "actions": Command(("MAP", "POSITION"), _actions),
    "apply": Command(("MAP", "POSITION", "STEP"), _apply),
    "perft": Command(("MAP", "POSITION", "N"), _perft),
}
