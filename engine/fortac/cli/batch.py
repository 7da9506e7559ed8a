"""The questions of ``fortac batch`` (rules 9).

``start<TAB>SEED``, ``actions<TAB>POSITION``, ``apply<TAB>POSITION<TAB>STEP``, ``perft<TAB>POSITION<TAB>N``,
``view<TAB>POSITION``. Steps are accepted in the canonical form only.
"""

from __future__ import annotations

from typing import Final

from engine.cli.arguments import read_depth
from engine.cli.batch import Answer, Command, Commands
from engine.errors import UnreadableTurn
from engine.fortac.board.position import Position
from engine.fortac.match.submit import play_step
from engine.fortac.notation.position import format_known, format_position, parse_position, read_seed
from engine.fortac.rules.legal import steps
from engine.fortac.rules.perft import perft


def _start(seed: str) -> Answer:
    return {"position": format_position(Position.start(read_seed(seed)))}


def _actions(position: str) -> Answer:
    return {"steps": sorted(map(str, steps(parse_position(position))))}


def _apply(position: str, text: str) -> Answer:
    step, applied = play_step(parse_position(position), text)
    if text != str(step):
        raise UnreadableTurn(f"“{text}” is not in the canonical form, {step}.")
    ending = applied.ending
    over = {"winner": ending.winner_word, "how": ending.how} if ending else None
    return {"position": format_position(applied.position), "combo": applied.combo, "over": over}


def _perft(position: str, depth: str) -> Answer:
    return {"perft": perft(parse_position(position), read_depth(depth))}


def _view(position: str) -> Answer:
    return {"view": format_known(parse_position(position))}


COMMANDS: Final[Commands] = {
    "start": Command(("SEED",), _start),
    "actions": Command(("POSITION",), _actions),
    "apply": Command(("POSITION", "STEP"), _apply),
    "perft": Command(("POSITION", "N"), _perft),
    "view": Command(("POSITION",), _view),
}
