r"""Words that sentences had in earlier versions, under which they may still be stored.

A sentence is stored with the English words of its time. When they are reworded, ``former_words.tsv`` gets a row: the
former words, a tab, the current ones, and, for a message with a context, a tab and the context. ``\\n`` is a line
break, and ``|||`` separates the forms of a plural. Wherever the sentence is stored (in a row, the state of a match, an
unsent email, an archive), it then appears in the current words, in each language, without a migration. Rows are never
removed.

``tests/releases/`` has the sentences of each release; a test names those that would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

Kept = Any
PLURAL: Final = "|||"
_VALUE = re.compile(r"%\((\w+)\)")


class Message(NamedTuple):
    """A message as catalogues know it."""

    text: str
    context: str | None = None


FormerWords = Mapping[Message, str]


def read_rows(lines: Iterable[str]) -> Iterator[tuple[Message, str]]:
    for line in lines:
        former, now, *context = line.replace("\\n", "\n").split("\t")
        for old, new in zip(former.split(PLURAL), now.split(PLURAL), strict=True):
            yield Message(old, context[0] if context else None), new


_heading, *_rows = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
FORMER: Final = dict(read_rows(_rows))
"""The words that replaced those of each former message."""


def current(kept: Kept, table: FormerWords = FORMER) -> Kept:
    """Return a stored value with all sentences in it in today's words."""
    return _current(kept, table) if table else kept


def _current(kept: Kept, table: FormerWords) -> Kept:
    match kept:
        case ["say", str(message), dict(values)]:
            return ["say", words_of_now(Message(message), table), _current(values, table)]
        case ["as", str(context), str(message)]:
            return ["as", context, words_of_now(Message(message, context), table)]
        case ["many", str(one), str(many), int(number), dict(values)]:
            return [
                "many",
                *(words_of_now(Message(form), table) for form in (one, many)),
                number,
                _current(values, table),
            ]
        case list(parts):
            return [_current(part, table) for part in parts]
        case dict(values):
            return {name: _current(value, table) for name, value in values.items()}
        case _:
            return kept


def words_of_now(message: Message, table: FormerWords = FORMER) -> str:
    """Return the message's words today, however often it was reworded."""
    while (new := table.get(message)) is not None:
        message = Message(new, message.context)
    return message.text


def faults_of_rows(table: FormerWords, known: Collection[Message]) -> list[str]:
    """Return a sentence about each faulty row.

    A row is faulty if no catalogue has its new words, if they need a value that the former ones hadn't, or if they lead
    back to themselves.
    """
    found = []
    for former, now in table.items():
        last = Message(now, former.context)
        if last not in table and last not in known:
            found.append(f"{now!r} is said nowhere.")
        if extra := {*_VALUE.findall(now)} - {*_VALUE.findall(former.text), "number"}:
            found.append(f"{now!r} wants {', '.join(sorted(extra))}, which {former.text!r} had not.")
        if _comes_back(former, table):
            found.append(f"{former.text!r} becomes itself again.")
    return found


def _comes_back(former: Message, table: FormerWords) -> bool:
    seen, message = {former}, Message(table[former], former.context)
    while message in table and message not in seen:
        seen.add(message)
        message = Message(table[message], message.context)
    return message in seen
