"""Questions about a game, asked in a terminal: each is a command of its own, and a line of ``batch``.

Each line that ``batch`` reads is a question and its fields, separated by tabs. It is answered with one line of JSON as
soon as it is read. A line that cannot be answered gets ``{"error": "…"}`` with one sentence, and the next one is read.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from i18n.text import english, listed

from .errors import GameError

MAX_DEPTH: Final = 99
QuestionAnswer = dict[str, Any]


class QuestionField(NamedTuple):
    """A text that belongs to a question. It may be left out if it has a ``usual`` value.

    ``as_option``: the command takes it as ``--map 4x5``, not by its place, and a line of ``batch`` always has it.
    """

    name: str
    what: str
    usual: str | None = None
    as_option: bool = False


class Question(NamedTuple):
    """A question about a game.

    ``answer`` takes the fields' texts and raises ``GameError`` for what it cannot answer. ``repeats``: the command
    takes its last field several times, and asks each about the ``position`` in the answer before.
    """

    what: str
    fields: tuple[QuestionField, ...]
    answer: Callable[..., QuestionAnswer]
    repeats: bool = False

    @property
    def needed(self) -> int:
        """The least number of fields in a line of ``batch``."""
        return sum(field.usual is None or field.as_option for field in self.fields)

    @property
    def form(self) -> str:
        """The names of the fields, with those that may be left out in brackets."""
        names = [field.name for field in self.fields]
        return ", ".join([*names[: self.needed], *(f"[{name}]" for name in names[self.needed :])])


Questions = Mapping[str, Question]

POSITION: Final = QuestionField("POSITION", "a position in notation, as one argument")
DEPTH: Final = QuestionField("N", "how many steps")


def read_depth(text: str, least: int = 0) -> int:
    """Read a number of steps, from ``least`` to ``MAX_DEPTH``. Raises ``GameError``."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) >= least):
        raise GameError(f"The number of steps is from {least} to {MAX_DEPTH}, not “{text}”.")
    return int(text)


# -- in a batch --------------------------------------------------------------------------------------------------------


def answer_standard_input(questions: Questions) -> Iterator[str]:
    """Yield the answer to each line of standard input; bytes that are not text get an error as their answer."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return answers(questions, sys.stdin or ())  # a program started without standard input has None


def answers(questions: Questions, lines: Iterable[str]) -> Iterator[str]:
    """Yield the answer to each line, as JSON."""
    for line in lines:
        yield json.dumps(answer_line(questions, line.rstrip("\r\n")))


def answer_line(questions: Questions, line: str) -> QuestionAnswer:
    """Answer one line of ``batch``."""
    name, *given = line.split("\t")
    try:
        if name not in questions:
            raise GameError(f"There is no command “{name}”: the commands are {english(listed(list(questions)))}.")
        question = questions[name]
        if not question.needed <= len(given) <= len(question.fields):
            fields = f"{question.form}, separated by tabs" if question.fields else "no fields"
            raise GameError(f"The command {name} takes {fields}.")
        usual = [field.usual for field in question.fields[len(given) :]]
        return question.answer(*given, *usual)
    except GameError as error:
        return {"error": str(error)}


# -- as a command ------------------------------------------------------------------------------------------------------


def answer_in_lines(question: Question, given: Sequence[str | Sequence[str]]) -> list[str]:
    """Return the lines that the command prints for the given fields."""
    if not question.repeats:
        return _lines(question.answer(*given))
    *before, last = given
    names = [field.name for field in question.fields]
    found: QuestionAnswer = {}
    lines = []
    for text in last:
        if found.get("over"):
            raise GameError(f"{text}: it’s over before this step.")
        found = question.answer(*before, text)
        before[names.index(POSITION.name)] = found["position"]
        lines += _lines(found)
    return lines


def _lines(found: QuestionAnswer) -> list[str]:
    """Yield the lines of an answer: its first part alone, then each other part with its name."""
    (_, first), *others = found.items()
    return [*_several(first), *(f"{name} {_in_a_row(value)}" for name, value in others if value is not None)]


def _several(value: Any) -> list[str]:
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return [str(value)]
    return [f"{name} {item}" for name, part in value.items() for item in (part if isinstance(part, list) else [part])]


def _in_a_row(value: Any) -> str:
    parts = value.values() if isinstance(value, dict) else [value]
    return " ".join([part if isinstance(part, str) else json.dumps(part) for part in parts])
