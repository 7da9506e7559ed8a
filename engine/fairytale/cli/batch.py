"""The questions of ``fairytale batch`` (rules 9).

``start<TAB>OPTIONS<TAB>SEATS<TAB>SEED``, ``actions<TAB>POSITION[<TAB>WORDS]``, ``apply<TAB>POSITION<TAB>SUBMISSION``,
``leave<TAB>POSITION<TAB>SEAT``, ``perft<TAB>POSITION<TAB>N``. Words are accepted in the canonical form only.
"""

from __future__ import annotations

from typing import Final

from engine.cli.arguments import read_depth
from engine.cli.batch import Answer, Command, Commands
from engine.errors import GameError, IllegalTurn
from engine.fairytale.notation.position import format_position, parse_position, read_options, read_seats, read_seed
from engine.fairytale.rules.leave import leave
from engine.fairytale.rules.perft import perft
from engine.fairytale.rules.position import Ending, Position, start
from engine.fairytale.rules.turn import Turn, next_words, take

LONGEST: Final = 200


def submit(position: Position, text: str) -> Turn:
    """The turn after some words, which may be all of a submission. Raises ``IllegalTurn``."""
    if len(text) > LONGEST:
        raise IllegalTurn(f"A submission has at most {LONGEST} characters.")
    turn = Turn(position)
    for word in text.split(" ") if text else ():
        after = take(turn, word)
        if after is None:
            raise IllegalTurn(f"“{word}” can’t be done there.")
        turn = after
    return turn


def submit_whole(position: Position, text: str) -> Turn:
    """The same, for a submission that must end the turn or the match."""
    turn = submit(position, text)
    if not (turn.is_done or turn.ending):
        raise IllegalTurn(f"“{text}” is not a whole turn: more words must follow.")
    return turn


def _start(options: str, seats: str, seed: str) -> Answer:
    return {"position": format_position(start(read_options(options), read_seats(seats), read_seed(seed)))}


def _actions(position: str, text: str = "") -> Answer:
    return {"steps": sorted(next_words(submit(parse_position(position), text)))}


def _apply(position: str, text: str) -> Answer:
    turn = submit_whole(parse_position(position), text)
    return _after(turn.position, turn.ending)


def _leave(text: str, seat: str) -> Answer:
    position = parse_position(text)
    seats = [str(number) for number, figure in enumerate(position.figures, 1) if figure.is_playing]
    if seat not in seats:
        raise GameError(f"“{seat[:40]}” is not the seat of a player: there are {', '.join(seats)}.")
    return _after(*leave(position, int(seat) - 1))


def _after(position: Position, ending: Ending | None) -> Answer:
    over = {"won": ending.won, "how": ending.how} if ending else None
    return {"position": format_position(position), "over": over}


def _perft(position: str, depth: str) -> Answer:
    return {"perft": perft(Turn(parse_position(position)), read_depth(depth))}


COMMANDS: Final[Commands] = {
    "start": Command(("OPTIONS", "SEATS", "SEED"), _start),
    "actions": Command(("POSITION", "[WORDS]"), _actions),
    "apply": Command(("POSITION", "SUBMISSION"), _apply),
    "leave": Command(("POSITION", "SEAT"), _leave),
    "perft": Command(("POSITION", "N"), _perft),
}
