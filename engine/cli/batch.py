"""Many questions in one process: each line asked is answered with one line of JSON as soon as it is read.

A line is a command and its fields, separated by tabs. A line that cannot be answered gets ``{"error": "…"}`` with one
sentence, and the next one is read.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.errors import GameError
from i18n.text import english, listed

Answer = dict[str, Any]


class Command(NamedTuple):
    """``form`` names the fields that ``run`` takes as text, in brackets one that may be left out; it raises
    ``GameError`` for what it cannot answer."""

    form: tuple[str, ...]
    run: Callable[..., Answer]


Commands = Mapping[str, Command]


def answer_standard_input(commands: Commands) -> Iterator[str]:
    """The answer to each line of standard input; bytes that are not text make one more line without an answer."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return answers(commands, sys.stdin or ())  # a program started without standard input has None


def answers(commands: Commands, lines: Iterable[str]) -> Iterator[str]:
    """The answer to each line, as JSON."""
    for line in lines:
        yield json.dumps(answer(commands, line.rstrip("\r\n")))


def answer(commands: Commands, line: str) -> Answer:
    """The answer to one line."""
    name, *fields = line.split("\t")
    try:
        if name not in commands:
            raise GameError(f"There is no command “{name}”: the commands are {english(listed(list(commands)))}.")
        form, run = commands[name]
        if not sum(not field.startswith("[") for field in form) <= len(fields) <= len(form):
            fields_words = f"{', '.join(form)}, separated by tabs" if form else "no fields"
            raise GameError(f"The command {name} takes {fields_words}.")
        return run(*fields)
    except GameError as error:
        return {"error": str(error)}
