"""The Last Fairy Tale on the command line: ``python -m engine fairytale …`` (see ``--help``)."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable, Iterator
from random import Random

from engine.cli.arguments import add_command
from engine.cli.batch import answer_standard_input
from engine.fairytale.notation.position import format_position, read_options, read_seats, read_seed
from engine.fairytale.rules.perft import playout
from engine.fairytale.rules.position import Options, Position, start

from .batch import COMMANDS

SLUG, NAME = "fairytale", "The Last Fairy Tale"


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give a parser the commands; each sets ``run``, a function from the arguments to the lines to print."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    begun = add_command(commands, "start", "print the position at the start of a match", _start)
    _with_setup(begun)
    begun.add_argument("seed", metavar="SEED", help="64 hexadecimal digits in lower case")
    played = add_command(commands, "playout", "play a match of random words", _playout)
    _with_setup(played)
    played.add_argument("--seed", required=True, help="any text; the same seed gives the same match")
    add_command(commands, "batch", "answer each line of standard input with one line of JSON", _batch)


def _with_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--options", default=" ".join(Options().words), help="level, tiles and cast, as one argument")
    parser.add_argument("--seats", default="1", help="how many players, from 1 to 5")


def _begin(arguments: argparse.Namespace, seed: bytes) -> Position:
    return start(read_options(arguments.options), read_seats(arguments.seats), seed)


def _start(arguments: argparse.Namespace) -> Iterable[str]:
    return [format_position(_begin(arguments, read_seed(arguments.seed)))]


def _playout(arguments: argparse.Namespace) -> Iterable[str]:
    seed = hashlib.sha256(arguments.seed.encode(errors="surrogateescape")).digest()
    return transcript(_begin(arguments, seed), Random(arguments.seed))


def transcript(position: Position, random: Random) -> Iterator[str]:
    """A playout as lines: the first position, each turn with its number, the last position, and how it ended."""
    yield format_position(position)
    for played in playout(position, random):
        yield f"{played.before.turn}. {played.text}"
        if played.ending:
            yield format_position(played.after)
            yield f"{'won' if played.ending.won else 'lost'}: {played.ending.how}"


def _batch(arguments: argparse.Namespace) -> Iterator[str]:
    del arguments
    return answer_standard_input(COMMANDS)
