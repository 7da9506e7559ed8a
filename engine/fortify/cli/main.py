"""Fortify on the command line: ``python -m engine fortify …`` (see ``--help``)."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from engine.cli.arguments import add_command, read_depth
from engine.cli.batch import answer_standard_input
from engine.errors import GameError
from engine.fortify.board.maps import open_map
from engine.fortify.board.position import Position
from engine.fortify.board.units import (
    GREEN,
    RED,
    STANDARD_ARMY,
    Army,
    ArmyError,
    army_fault,
    format_army,
    parse_army,
)
from engine.fortify.match.play_turn import play_step
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.notation.turn import format_turn
from engine.fortify.rules.actions import END, Action
from engine.fortify.rules.legal import steps
from engine.fortify.rules.perft import divide, perft
from engine.fortify.rules.playout import playout
from engine.fortify.rules.scoring import ALL_FORTIFIED, TWO_BY_TWO, UNFINISHED, score

from .batch import COMMANDS

_SIDES: Final[dict[str, int | None]] = {"red": RED, "green": GREEN, "none": None}


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give a parser Fortify's commands; each sets ``run``, a function from the arguments to the lines to print."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _with_armies(add_command(commands, "start", "print the position at the start of a volley", _start))
    _with_position(add_command(commands, "actions", "list the legal steps", _actions))
    applied = add_command(commands, "apply", "print the position after each step", _apply)
    _with_position(applied).add_argument("steps", metavar="STEP", nargs="+", help="an action, or end")
    for name, what, run in (
        ("perft", "count the sequences of N steps", _perft),
        ("divide", "count them by first step", _divide),
    ):
        _with_position(add_command(commands, name, what, run)).add_argument("depth", metavar="N", help="how many steps")
    scored = _with_position(add_command(commands, "score", "print the score of a volley that ends here", _score))
    scored.add_argument("--winner", choices=tuple(_SIDES), required=True, help="who won it")
    scored.add_argument("--how", choices=(TWO_BY_TWO, ALL_FORTIFIED, UNFINISHED), required=True, help="how it ended")
    played = _with_armies(add_command(commands, "playout", "play a volley of random steps", _playout))
    played.add_argument("--seed", required=True, help="any text; the same seed gives the same volley")
    add_command(commands, "batch", "answer each line of standard input with one line of JSON", _batch)


def _with_map(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--map", required=True, help="4x5, 5x5 or the path of a map file")
    return parser


def _with_position(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _with_map(parser).add_argument("position", metavar="POSITION", help="a position in notation, as one argument")
    return parser


def _with_armies(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    for side in ("red", "green"):
        parser.add_argument(f"--{side}", metavar="ARMY", default=format_army(STANDARD_ARMY), help="such as I4T4B4")
    return _with_map(parser)


def _position(arguments: argparse.Namespace) -> Position:
    return parse_position(open_map(arguments.map), arguments.position)


def _start_position(arguments: argparse.Namespace) -> Position:
    return Position.start(open_map(arguments.map), _army(arguments.red), _army(arguments.green))


def _army(text: str) -> Army:
    army = parse_army(text)
    fault = army_fault(army)
    if fault:
        raise ArmyError(fault)
    return army


def _start(arguments: argparse.Namespace) -> Iterable[str]:
    return [format_position(_start_position(arguments))]


def _actions(arguments: argparse.Namespace) -> Iterable[str]:
    return sorted(map(str, steps(_position(arguments))))


def _apply(arguments: argparse.Namespace) -> Iterable[str]:
    position, ending = _position(arguments), None
    lines = []
    for text in arguments.steps:
        if ending:
            raise GameError(f"{text}: the volley is over before this step.")
        position, ending = play_step(position, text)
        lines.append(format_position(position))
    return [*lines, str(ending)] if ending else lines


def _perft(arguments: argparse.Namespace) -> Iterable[str]:
    return [str(perft(_position(arguments), read_depth(arguments.depth)))]


def _divide(arguments: argparse.Namespace) -> Iterable[str]:
    counts = divide(_position(arguments), read_depth(arguments.depth, least=1))
    return [f"{step} {count}" for step, count in counts.items()]


def _score(arguments: argparse.Namespace) -> Iterable[str]:
    winner, how = _SIDES[arguments.winner], arguments.how
    if winner is None and how != UNFINISHED:
        raise GameError(f"A volley that ended by {how} has a winner: red or green.")
    red, green = score(_position(arguments), winner, how)
    return [f"red {red} green {green}"]


def _playout(arguments: argparse.Namespace) -> Iterable[str]:
    return transcript(_start_position(arguments), Random(arguments.seed))


def transcript(position: Position, random: Random) -> Iterator[str]:
    """A playout as lines: each turn with its number, the last position, and how the volley ended."""
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


def _batch(arguments: argparse.Namespace) -> Iterator[str]:
    del arguments
    return answer_standard_input(COMMANDS)
