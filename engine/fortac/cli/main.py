"""Fortac on the command line: ``python -m engine fortac …`` (see ``--help``)."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable, Iterator
from random import Random

from engine.cli.arguments import add_command, read_depth
from engine.cli.batch import answer_standard_input
from engine.errors import GameError
from engine.fortac.board.position import Position
from engine.fortac.match.submit import play_step
from engine.fortac.notation.position import format_known, format_position, parse_position, read_seed
from engine.fortac.rules.apply import Ending
from engine.fortac.rules.legal import steps
from engine.fortac.rules.perft import divide, perft
from engine.fortac.rules.playout import playout

from .batch import COMMANDS


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give a parser Fortac's commands; each sets ``run``, a function from the arguments to the lines to print."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    start = add_command(commands, "start", "print the position at the start of a match", _start)
    start.add_argument("seed", metavar="SEED", help="64 hexadecimal digits in lower case")
    _with_position(add_command(commands, "actions", "list the legal steps", _actions))
    applied = add_command(commands, "apply", "print the position after each step", _apply)
    _with_position(applied).add_argument("steps", metavar="STEP", nargs="+", help="such as hop a3-a2, as one argument")
    for name, what, run in (
        ("perft", "count the sequences of N steps", _perft),
        ("divide", "count them by first step", _divide),
    ):
        _with_position(add_command(commands, name, what, run)).add_argument("depth", metavar="N", help="how many steps")
    _with_position(add_command(commands, "view", "print what may be seen of a position", _view))
    played = add_command(commands, "playout", "play a match of random steps", _playout)
    played.add_argument("--seed", required=True, help="any text; the same seed gives the same match")
    add_command(commands, "batch", "answer each line of standard input with one line of JSON", _batch)


def _with_position(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("position", metavar="POSITION", help="a position in notation, as one argument")
    return parser


def _start(arguments: argparse.Namespace) -> Iterable[str]:
    return [format_position(Position.start(read_seed(arguments.seed)))]


def _actions(arguments: argparse.Namespace) -> Iterable[str]:
    return sorted(map(str, steps(parse_position(arguments.position))))


def _apply(arguments: argparse.Namespace) -> Iterable[str]:
    position = parse_position(arguments.position)
    ending: Ending | None = None
    lines = []
    for text in arguments.steps:
        if ending:
            raise GameError(f"{text}: the match is over before this step.")
        applied = play_step(position, text).applied
        position, ending = applied.position, applied.ending
        lines.append(format_position(position))
    return [*lines, str(ending)] if ending else lines


def _perft(arguments: argparse.Namespace) -> Iterable[str]:
    return [str(perft(parse_position(arguments.position), read_depth(arguments.depth)))]


def _divide(arguments: argparse.Namespace) -> Iterable[str]:
    counts = divide(parse_position(arguments.position), read_depth(arguments.depth, least=1))
    return [f"{step} {count}" for step, count in counts.items()]


def _view(arguments: argparse.Namespace) -> Iterable[str]:
    return [format_known(parse_position(arguments.position))]


def _playout(arguments: argparse.Namespace) -> Iterable[str]:
    seed = hashlib.sha256(arguments.seed.encode(errors="surrogateescape")).digest()
    return transcript(Position.start(seed), Random(arguments.seed))


def transcript(position: Position, random: Random) -> Iterator[str]:
    """A playout as lines: the first position, each turn with its number, the last position, and how it ended."""
    yield format_position(position)
    for played in playout(position, random):
        yield f"{played.before.turn}. {played.step}"
        if played.applied.ending:
            yield format_position(played.applied.position)
            yield str(played.applied.ending)


def _batch(arguments: argparse.Namespace) -> Iterator[str]:
    del arguments
    return answer_standard_input(COMMANDS)
