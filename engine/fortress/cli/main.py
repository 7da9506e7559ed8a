"""Fortress on the command line: ``python -m engine fortress …`` (see ``--help``)."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from random import Random

from engine.cli.arguments import add_command, read_depth
from engine.cli.batch import answer_standard_input
from engine.errors import GameError
from engine.fortress.cards.position import LENGTHS, OVER, PACES, Position
from engine.fortress.notation.check import parse_position
from engine.fortress.notation.position import format_position
from engine.fortress.notation.view_line import format_view
from engine.fortress.rules.deal import first_round
from engine.fortress.rules.perft import divide, perft
from engine.fortress.rules.playout import playout
from engine.fortress.rules.scoring import RoundEnd, winners

from .batch import COMMANDS, apply_text, list_steps, read_setup, read_viewer


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give a parser Fortress's commands; each sets ``run``, a function from the arguments to the lines to print."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _with_match(add_command(commands, "start", "print the position at the start of a match", _start))
    _with_position(add_command(commands, "actions", "list the legal steps of each player who is asked", _actions))
    applied = _with_position(add_command(commands, "apply", "print the position after each step", _apply))
    applied.add_argument("steps", metavar="PLAYER:STEP", nargs="+", help="such as '1:attack 4-5 right'")
    for name, what, run in (
        ("perft", "count the sequences of N steps", _perft),
        ("divide", "count them by first step", _divide),
    ):
        _with_position(add_command(commands, name, what, run)).add_argument("depth", metavar="N", help="how many steps")
    viewed = _with_position(add_command(commands, "view", "print what a player may see", _view))
    viewed.add_argument("player", metavar="PLAYER", help="a number, or - for a bystander")
    played = _with_match(add_command(commands, "playout", "play a match of random steps", _playout))
    played.add_argument("--chance", required=True, help="any text; the same seed and text give the same match")
    add_command(commands, "batch", "answer each line of standard input with one line of JSON", _batch)


def _with_match(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--seed", required=True, help="64 hexadecimal digits in lower case")
    parser.add_argument("--players", default="2", help="2 to 5")
    parser.add_argument("--length", default="full", help=", ".join(LENGTHS))
    parser.add_argument("--pace", default="single", help=", ".join(PACES))
    return parser


def _with_position(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("position", metavar="POSITION", help="a position in notation, as one argument")
    return parser


def _first(arguments: argparse.Namespace) -> Position:
    return first_round(read_setup(arguments.seed, arguments.players, arguments.length, arguments.pace))


def _start(arguments: argparse.Namespace) -> Iterable[str]:
    return [format_position(_first(arguments))]


def _actions(arguments: argparse.Namespace) -> Iterable[str]:
    found = list_steps(parse_position(arguments.position))
    return [f"{player}:{step}" for player, steps in found.items() for step in steps]


def _apply(arguments: argparse.Namespace) -> Iterable[str]:
    position = parse_position(arguments.position)
    lines = []
    for text in arguments.steps:
        player, colon, step = text.partition(":")
        if not colon:
            raise GameError(f"“{text[:40]}” is not a player and a step, such as 1:pass.")
        if position.phase == OVER:
            raise GameError(f"{text[:40]}: the match is over before this step.")
        position, ended = apply_text(position, player, step)
        lines += [format_position(position), *_ending(position, ended)]
    return lines


def _ending(position: Position, ended: RoundEnd | None) -> list[str]:
    found = [] if ended is None else [f"round {ended.how} {'/'.join(map(str, ended.points))}"]
    if position.phase == OVER:
        found.append(f"over points {'/'.join([str(seat + 1) for seat in winners(position)])}")
    return found


def _perft(arguments: argparse.Namespace) -> Iterable[str]:
    return [str(perft(parse_position(arguments.position), read_depth(arguments.depth)))]


def _divide(arguments: argparse.Namespace) -> Iterable[str]:
    counts = divide(parse_position(arguments.position), read_depth(arguments.depth, least=1))
    return [f"{step} {count}" for step, count in counts.items()]


def _view(arguments: argparse.Namespace) -> Iterable[str]:
    position = parse_position(arguments.position)
    return [format_view(position, read_viewer(position, arguments.player))]


def _playout(arguments: argparse.Namespace) -> Iterator[str]:
    for played in playout(_first(arguments), Random(arguments.chance)):
        position, ended = played.after
        yield f"{played.seat + 1}:{played.step}"
        yield from _ending(position, ended)
        if position.phase == OVER:
            yield format_position(position)


def _batch(arguments: argparse.Namespace) -> Iterator[str]:
    del arguments
    return answer_standard_input(COMMANDS)
