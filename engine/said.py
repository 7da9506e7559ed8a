"""Sentences for people, in the language of whoever reads them.

A sentence is a message, which stands in the catalogue of every language, with values put into it. It is a string in
the language that is in use where it is made; what it was made of can be kept and said again in another.
Without a catalogue everything is said in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

Kept = Any
"""What a sentence was made of, as JSON: text and numbers stand for themselves, and a list is one of ``["say", message,
values]``, ``["many", one, many, number, values]``, ``["join", separator, parts]`` and ``["begin", part]``."""


class Said(str):
    """A sentence, or a part of one; ``kept`` is for ``again``."""

    __slots__ = ("kept",)
    kept: Kept

    def __new__(cls, text: str, kept: Kept = None) -> Said:
        said = super().__new__(cls, text)
        said.kept = text if kept is None else kept
        return said


Value = str | int


class _Catalogue:
    """Where translations come from."""

    one: Callable[[str], str] = staticmethod(lambda message: message)
    many: Callable[[str, str, int], str] = staticmethod(lambda one, many, number: one if number == 1 else many)


_catalogue: Final = _Catalogue()


def use(gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> None:
    """Have messages translated so, each time into the language of the moment."""
    _catalogue.one, _catalogue.many = gettext, ngettext


def noop(message: str) -> str:
    """Marks a message that is said elsewhere, by ``say`` or ``gettext``."""
    return message


def say(message: str, /, **values: Value) -> Said:
    """``message`` with its ``%(name)s`` filled in. A value that is a sentence itself is translated with it."""
    translated = _catalogue.one(message)
    if not values:
        return Said(translated, ["say", message, {}])
    return Said(translated % values, ["say", message, _kept_values(values)])


def say_many(one: str, many: str, number: int, /, **values: Value) -> Said:
    """``one`` or ``many``, as the number wants it, which is there as ``%(number)s``."""
    translated = _catalogue.many(one, many, number) % {"number": number, **values}
    return Said(translated, ["many", one, many, number, _kept_values(values)])


def joined(parts: Sequence[str], separator: str = ", ") -> Said:
    """The parts in a row: "a, b, c"."""
    return Said(separator.join(parts), ["join", separator, [kept(part) for part in parts]])


def listed(parts: Sequence[str]) -> Said:
    """ "a, b and c"; "" for none."""
    if len(parts) < 2:
        return joined(parts)
    return say("%(items)s and %(last)s", items=joined(parts[:-1]), last=parts[-1])


def begun(part: str) -> Said:
    """With a capital letter, as a sentence begins."""
    return Said(part[:1].upper() + part[1:], ["begin", kept(part)])


def kept(value: Value) -> Kept:
    """What a value is kept as."""
    return value.kept if isinstance(value, Said) else value


def again(kept: Kept) -> str:
    """What was kept, said in the language of the moment."""
    match kept:
        case ["say", str(message), dict(values)]:
            return say(message, **_said(values))
        case ["many", str(one), str(many), int(number), dict(values)]:
            return say_many(one, many, number, **_said(values))
        case ["join", str(separator), list(parts)]:
            return joined([again(part) for part in parts], separator)
        case ["begin", part]:
            return begun(again(part))
        case _:
            return str(kept)


def _kept_values(values: Mapping[str, Value]) -> dict[str, Kept]:
    return {name: kept(value) for name, value in values.items()}


def _said(values: Mapping[str, Kept]) -> dict[str, Value]:
    return {name: value if isinstance(value, int) else again(value) for name, value in values.items()}


def every(kept: Iterable[Kept]) -> list[str]:
    """Several that were kept, each said again."""
    return [again(one) for one in kept]
