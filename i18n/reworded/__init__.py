"""Sentences that are stored under the text they once had, carried to the text they have now.

Each table here (``matches.tsv`` and so on, one a room) has a row per message: the old text, a tab, the new one, and,
for a message with a context, a tab and that. ``\\n`` is a line break, and ``|||`` stands between the forms of a plural.
A new text uses no values that the old one had not.

Migrations carry the rows of a database by these tables, and imports what older archives hold: so a row is never taken
away. Databases that have been through the last of these migrations hold the old text of a pair that is added later: it
needs another migration, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from i18n.text import Kept

PLURAL: Final = "|||"
_VALUE = re.compile(r"%\((\w+)\)")


class Message(NamedTuple):
    """As catalogues know it."""

    text: str
    context: str | None = None


Pairs = Mapping[Message, str]


def _read() -> Iterator[tuple[Message, str]]:
    for table in sorted(Path(__file__).parent.glob("*.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            old, new, *context = line.replace("\\n", "\n").split("\t")
            for before, now in zip(old.split(PLURAL), new.split(PLURAL), strict=True):
                yield Message(before, context[0] if context else None), now


PAIRS: Final[Pairs] = dict(_read())
"""What each old text became."""


def inverse(pairs: Pairs) -> Pairs:
    """Where two texts became one, it becomes the first of them."""
    return {Message(new, old.context): old.text for old, new in reversed([*pairs.items()])}


def reword(kept: Kept, pairs: Pairs = PAIRS) -> Kept:
    """What was kept, with the new text of each sentence in it; any JSON may hold them. A sentence without the values
    that its new text has to have stays as it is."""
    match kept:
        case ["say", str(message), dict(values)]:
            return ["say", _new(Message(message), values, pairs), reword(values, pairs)]
        case ["as", str(context), str(message)]:
            return ["as", context, _new(Message(message, context), {}, pairs)]
        case ["many", str(one), str(many), int(number), dict(values)]:
            known = {"number": number, **values}
            forms = [_new(Message(form), known, pairs) for form in (one, many)]
            return ["many", *forms, number, reword(values, pairs)]
        case list(parts):
            return [reword(part, pairs) for part in parts]
        case dict(values):
            return {name: reword(value, pairs) for name, value in values.items()}
        case _:
            return kept


def _new(message: Message, values: Mapping[str, Kept], pairs: Pairs) -> str:
    """Reworded as often as it was since."""
    text, seen = message.text, {message.text}
    while (new := pairs.get(Message(text, message.context))) is not None and new not in seen:
        if not set(_VALUE.findall(new)) <= values.keys():
            break
        text = new
        seen.add(text)
    return text
