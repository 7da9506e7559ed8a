"""The engine on the command line: ``python -m engine --help``.

Exit status 0 if all is well; 1 for a record with a turn that is not legal; 2, with one sentence on standard error, for
bad input and where the answer cannot be written.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .errors import GameError
from .game import Game
from .games import games
from .players.cli import add_arguments as add_match_arguments
from .questions import Question, QuestionField, answer_in_lines, answer_standard_input
from .record.check import Report, report, verify
from .record.headers import visible

BAD_INPUT = 2
INTERRUPTED = 130  # as a shell reports a process that a signal ended: 128 + SIGINT, 128 + SIGPIPE
PIPE_CLOSED = 141


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one sentence instead of a screenful of usage."""

    def error(self, message: str) -> NoReturn:
        print(visible(f"{message[0].upper()}{message[1:]}."), file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; a wrong command line exits at once."""
    given = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that the terminal's encoding lacks are written as escapes.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status: int = given.act(given)
        print(end="", flush=True)
    except GameError as error:
        print(visible(str(error)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        print(f"The answer cannot be written: {error.strerror}.", file=sys.stderr)
        return BAD_INPUT
    return status


def _drop_output() -> None:
    """Discard the remaining output.

    Its reader has gone, and the interpreter would fail to flush it on exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Play games by their rules.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for game in games():
        words = f"positions, legal steps and counts of {game.name}"
        own = commands.add_parser(game.slug, help=words, allow_abbrev=False)
        own.set_defaults(act=_print_lines, run=_answer_nothing)
        _add_questions(own, game)
    words = "let computer players play each other"
    match = commands.add_parser("match", **_about(words))
    match.set_defaults(act=_print_lines)
    add_match_arguments(match)
    for name, words, examine in (
        ("replay", "play a match record through the rules", report),
        ("verify", "check a match record: seed, shuffles, turns, result", verify),
    ):
        on_record = commands.add_parser(name, help=words, allow_abbrev=False)
        on_record.add_argument("file", metavar="FILE", help="a record, or - for standard input")
        on_record.set_defaults(act=partial(_print_report, examine))
    return parser


def _print_lines(given: argparse.Namespace) -> int:
    for line in given.run(given):
        # Flush each line: a script may wait for the answer before it asks the next question.
        print(line, flush=True)
    return 0


def _add_questions(parser: argparse.ArgumentParser, game: Game) -> None:
    """Give a parser a command for each question that the game answers, and ``batch`` for all of them."""
    if not game.questions:
        return
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, question in game.questions.items():
        command = commands.add_parser(name, **_about(question.what))
        command.set_defaults(run=partial(_answer, question))
        for field in question.fields:
            _add_field(command, field, repeats=question.repeats and field is question.fields[-1])
    batch = commands.add_parser("batch", **_about("answer each line of standard input with one line of JSON"))
    batch.set_defaults(run=partial(_answer_batch, game))


def _about(what: str) -> dict[str, Any]:
    return {"help": what, "description": f"{what[0].upper()}{what[1:]}.", "allow_abbrev": False}


def _add_field(command: argparse.ArgumentParser, field: QuestionField, *, repeats: bool) -> None:
    if field.as_option:
        name = f"--{field.name.lower()}"
        needed = field.usual is None
        command.add_argument(name, dest=field.name, default=field.usual, required=needed, help=field.what)
    else:
        several = "+" if repeats else None if field.usual is None else "?"
        command.add_argument(field.name, nargs=several, default=field.usual, help=field.what)


def _answer(question: Question, given: argparse.Namespace) -> Iterable[str]:
    return answer_in_lines(question, [getattr(given, field.name) for field in question.fields])


def _answer_batch(game: Game, given: argparse.Namespace) -> Iterable[str]:  # noqa: ARG001 (it has no fields)
    return answer_standard_input(game.questions)


def _answer_nothing(given: argparse.Namespace) -> Iterable[str]:  # noqa: ARG001 (a game that answers nothing)
    return ()


def _print_report(examine: Callable[[str], Report], given: argparse.Namespace) -> int:
    status, lines = examine(_read(given.file))
    print("\n".join(lines), file=sys.stderr if status == BAD_INPUT else sys.stdout)
    return status


def _read(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read() if sys.stdin else ""
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise GameError(f"The file {name} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise GameError(f"The file {name} is not text in UTF-8.") from error


if __name__ == "__main__":
    sys.exit(main())
