"""A check that the sentences (``i18n.text``) in an archive can be said again, in each of our languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from i18n.text import Kept

DEEPEST = 12
LONGEST = 4000
LONGEST_SAID = 40_000  # with its values, which sentences within sentences could make endless
_PART = re.compile(r"%%|%\((\w+)\)([sd])")


class _Unsayable(ValueError):
    """An error for what is no sentence, or none that anyone should read."""


class Catalogues:
    """The messages of each language."""

    def of(self, message: str) -> Iterable[str]:
        return [message]

    def of_number(self, one: str, many: str, number: int) -> Iterable[str]:  # noqa: ARG002 (in English it is one of both)
        return [one, many]


def is_sentence(kept: Kept, catalogues: Catalogues | None = None) -> bool:
    """Return whether a stored message can be said: it takes exactly the values that it is stored with.

    ``%`` fills them in, so other values, or a million blanks before them, are refused. A translation may need values
    that the message lacks, if someone made a message of a plural's singular.
    """
    try:
        return _length(kept, DEEPEST, catalogues or Catalogues()) <= LONGEST_SAID
    except _Unsayable:
        return False


def _length(kept: Kept, deep: int, catalogues: Catalogues) -> int:
    """Return the length of the message once its values are filled in. Raises ``_Unsayable``."""
    if deep < 0:
        raise _Unsayable
    match kept:
        case str(text) if len(text) <= LONGEST:
            return len(text)
        case ["say", str(message), dict(values)]:
            return _filled(catalogues.of(message), values, deep, catalogues) if values else _unfilled(message)
        case ["as", str(context), str(message)]:
            return _plain(context + message)
        case ["many", str(one), str(many), int(number), dict(values)] if abs(number) < 10**9:
            messages = catalogues.of_number(one, many, number)
            return _filled(messages, {"number": number, **values}, deep, catalogues)
        case ["join", str(separator), list(parts)] if len(separator) <= 20:
            return sum(_length(part, deep - 1, catalogues) + len(separator) for part in parts)
        case ["begin", part]:
            return _length(part, deep - 1, catalogues)
    raise _Unsayable


def _plain(message: str) -> int:
    if not 0 < len(message) <= LONGEST:
        raise _Unsayable
    return len(message)


def _unfilled(message: str) -> int:
    """Return the length of a message without values. Raises ``_Unsayable`` if it has a place for one."""
    if any(found[1] for found in _PART.finditer(message)):
        raise _Unsayable
    return _plain(message)


def _filled(messages: Iterable[str], values: Mapping[str, Kept], deep: int, catalogues: Catalogues) -> int:
    lengths = {name: _length_of(value, deep, catalogues) for name, value in values.items()}
    return max(_plain(message) + _added(message, values, lengths) for message in messages)


def _length_of(value: Kept, deep: int, catalogues: Catalogues) -> int:
    return len(str(value)) if _is_number(value) else _length(value, deep - 1, catalogues)


def _added(message: str, values: Mapping[str, Kept], lengths: Mapping[str, int]) -> int:
    """Return how much the values add to the length of the message. Raises ``_Unsayable`` if they don't fit it."""
    wanted = Counter(found.groups() for found in _PART.finditer(message))
    if "%" in _PART.sub("", message):
        raise _Unsayable
    del wanted[None, None]
    if any(name not in values or (how == "d" and not _is_number(values[name])) for name, how in wanted):
        raise _Unsayable
    return sum(lengths[name or ""] * times for (name, _how), times in wanted.items())


def _is_number(value: Kept) -> bool:
    return type(value) is int
