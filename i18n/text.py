"""Sentences for people, each in its reader's language.

A sentence is a message, which every language's catalogue has, with values filled in. It is a string in the language
that is active where it is made; what it was made of can be stored, and said again in another language. Without a
catalogue everything is in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from .former_words import current

Kept = Any
"""A sentence's parts as JSON.

Text and numbers stand for themselves, and a list is one of ``["say", message, values]``, ``["as", context, message]``,
``["many", one, many, number, values]``, ``["join", separator, parts]`` and ``["begin", part]``.
"""


class Text(str):
    """A sentence or a part of one. ``kept`` is what it was made of, from which ``translate`` says it again."""

    __slots__ = ("kept",)
    kept: Kept

    def __new__(cls, text: str, kept: Kept = None) -> Text:
        said = str.__new__(cls, text)
        said.kept = text if kept is None else kept
        return said

    def __str__(self) -> str:
        """Return the text itself, so that ``str(error)`` is still a sentence that can be translated."""
        return self


Value = str | int
One = Callable[[str], str]
Many = Callable[[str, str, int], str]
P = ParamSpec("P")
R = TypeVar("R")


CONTEXT: Final = "\x04"
"""The character between a message's context and the message where catalogues look it up."""


class _Catalogue:
    """A source of translations."""

    one: One = staticmethod(lambda message: message)
    many: Many = staticmethod(lambda one, many, number: one if number == 1 else many)


class _InUse(_Catalogue):
    """The catalogue in use. Within ``in_one_language`` it is asked only once for each message."""

    def __init__(self) -> None:
        self.found: ContextVar[dict[str, str] | None] = ContextVar("found", default=None)

    def look_up(self, message: str) -> str:
        found = self.found.get()
        if found is None:
            return self.one(message)
        if message not in found:
            found[message] = self.one(message)
        return found[message]


_catalogue: Final = _InUse()
_english: Final = _Catalogue()


def set_catalogue(gettext: One, ngettext: Many) -> None:
    """Set the functions that translate messages, each time into the active language."""
    _catalogue.one, _catalogue.many = gettext, ngettext


def catalogue_in_use() -> One:
    """Return the function that currently translates messages."""
    return _catalogue.one


def in_one_language(function: Callable[P, R]) -> Callable[P, R]:
    """Speed up a function that repeats a few messages many times. The language must not change while it runs."""

    @wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> R:
        token = _catalogue.found.set({})
        try:
            return function(*arguments, **named)
        finally:
            _catalogue.found.reset(token)

    return run


def noop(message: str) -> str:
    """Mark a message for the catalogues; ``say`` or ``gettext`` is called with it elsewhere."""
    return message


_SEAT: Final = noop("Player %(number)s")


def noop_many(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a plural for the catalogues; ``say_many`` is called with it elsewhere."""
    return one, many


def say(message: str, /, **values: Value) -> Text:
    """Say ``message`` with its ``%(name)s`` filled in. A value that is a sentence itself is translated with it."""
    translated = _catalogue.look_up(message)
    if not values:
        return Text(translated, ["say", message, {}])
    return Text(translated % _shown(values), ["say", message, _kept_values(values)])


def pgettext(context: str, message: str, /) -> Text:
    """Say ``message`` in a context in which its translation may differ. The name is the one that extraction knows."""
    return Text(_in_context(_catalogue.look_up, context, message), ["as", context, message])


def say_many(one: str, many: str, number: int, /, **values: Value) -> Text:
    """Say ``one`` or ``many``, whichever the number needs. Both can use it as ``%(number)s``."""
    translated = _catalogue.many(one, many, number) % _shown({"number": number, **values})
    return Text(translated, ["many", one, many, number, _kept_values(values)])


def joined(parts: Sequence[str], separator: str = ", ") -> Text:
    """Join the parts, as in "a, b, c"."""
    return Text(separator.join(parts), ["join", separator, [source_of(part) for part in parts]])


def listed(parts: Sequence[str]) -> Text:
    """Join the parts as a list in a sentence, as in "a, b and c". Return "" for none."""
    if len(parts) < 2:
        return joined(parts)
    return say("%(items)s and %(last)s", items=joined(parts[:-1]), last=parts[-1])


def seat_name(seat: int) -> Text:
    """Return "Player 1" for seat 0, for use while the player's name isn't known (see ``with_names``)."""
    return say(_SEAT, number=seat + 1)


def is_seat_name(said: str) -> bool:
    return message_of(said) == _SEAT


def with_names(said: Text, names: Sequence[str]) -> Text:
    """Replace what ``seat_name`` said in the sentence by the names of the players in those seats."""
    kept = _named(said.kept, names)
    return said if kept == said.kept else translate(kept)


def _named(kept: Kept, names: Sequence[str]) -> Kept:
    match kept:
        case ["say", message, {"number": int(number)}] if message == _SEAT and 0 < number <= len(names):
            return str(names[number - 1])
        case list(parts):
            return [_named(part, names) for part in parts]
        case dict(values):
            return {name: _named(value, names) for name, value in values.items()}
        case _:
            return kept


def reworded(said: Text, words: Sequence[tuple[Text, str]]) -> Text:
    """Replace parts of the sentence by other words."""
    kept = _reworded(said.kept, [(each.kept, word) for each, word in words])
    return said if kept == said.kept else translate(kept)


def _reworded(kept: Kept, words: Sequence[tuple[Kept, str]]) -> Kept:
    for old, new in words:
        if kept == old:
            return new
    match kept:
        case list(parts):
            return [_reworded(part, words) for part in parts]
        case dict(values):
            return {name: _reworded(value, words) for name, value in values.items()}
        case _:
            return kept


def begun(part: str) -> Text:
    """Return the part with a capital letter at its beginning, as a sentence has."""
    return Text(part[:1].upper() + part[1:], ["begin", source_of(part)])


def source_of(value: Value) -> Kept:
    """Return the value in the form in which it is stored."""
    return value.kept if isinstance(value, Text) else value


def message_of(value: Value) -> str:
    """Return the message that ``say`` was given; "" for any other value."""
    match source_of(value):
        case ["say", str(message), _]:
            return message
    return ""


def translate(kept: Kept) -> Text:
    """Say a stored sentence in the active language and in today's words."""
    kept = current(kept)
    return Text(_text(kept, _catalogue.look_up, _catalogue.many), kept)


def english(said: str) -> str:
    """Say a sentence in English, whatever the language in use."""
    return _text(source_of(said), _english.one, _english.many)


def _text(kept: Kept, one: One, many: Many) -> str:
    match kept:
        case ["say", str(message), dict(values)]:
            return one(message) % _texts(values, one, many) if values else one(message)
        case ["as", str(context), str(message)]:
            return _in_context(one, context, message)
        case ["many", str(singular), str(plural), int(number), dict(values)]:
            return many(singular, plural, number) % {"number": minus(number), **_texts(values, one, many)}
        case ["join", str(separator), list(parts)]:
            return separator.join([_text(part, one, many) for part in parts])
        case ["begin", part]:
            text = _text(part, one, many)
            return text[:1].upper() + text[1:]
        case _:
            return str(kept)


def _texts(values: Mapping[str, Kept], one: One, many: Many) -> Mapping[str, Value]:
    return _shown(
        {name: value if isinstance(value, int) else _text(value, one, many) for name, value in values.items()}
    )


def minus(number: int) -> int | str:
    """Return the number as it is shown.

    A negative one has a minus sign instead of a hyphen, after which a line could break.
    """
    return f"−{-number}" if number < 0 else number


def _shown(values: Mapping[str, Value]) -> Mapping[str, Value]:
    if not any(isinstance(value, int) and value < 0 for value in values.values()):
        return values
    return {name: minus(value) if isinstance(value, int) else value for name, value in values.items()}


def _in_context(one: One, context: str, message: str) -> str:
    """Look up a message in its context.

    A catalogue without the message returns it with the context in front, which is then removed.
    """
    return one(f"{context}{CONTEXT}{message}").replace(f"{context}{CONTEXT}", "")


def _kept_values(values: Mapping[str, Value]) -> dict[str, Kept]:
    return {name: value.kept if isinstance(value, Text) else value for name, value in values.items()}


def every(kept: Iterable[Kept]) -> list[str]:
    """Say each of several stored sentences."""
    return [translate(one) for one in kept]
