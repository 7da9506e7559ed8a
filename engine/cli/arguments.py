"""Commands and arguments that games have alike."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Final

from engine.errors import GameError

MAX_DEPTH: Final = 99
Run = Callable[[argparse.Namespace], Iterable[str]]


class DepthError(GameError):
    """A text is not a number of steps; the message is one sentence."""


def read_depth(text: str, least: int = 0) -> int:
    """A number of steps, from ``least`` to ``MAX_DEPTH``. Raises ``DepthError``."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) >= least):
        raise DepthError(f"The number of steps is from {least} to {MAX_DEPTH}, not “{text}”.")
    return int(text)


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, run: Run
) -> argparse.ArgumentParser:
    """Add a command; ``run`` gives the lines to print."""
    parser = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.", allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser
