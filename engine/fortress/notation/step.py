"""Steps as people write them (rules 8, "Steps").

Small differences don't matter where a text cannot be misread: capitals, blanks, punctuation, dashes of a word
processor, ``l`` for ``left``, small words such as "with" and "to", neighbours in either order, a player's label after
``start``. An incomplete text is refused with an example, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortress.rules.steps import DONE_STEP, KEEP, PASS, End, Step, ace, attack, place_card, shift, start
from i18n.text import Text, say, seat_name

MAX_LENGTH: Final = 200
"""The longest text that is read; the longest submission takes 30 characters."""
FORTIFY: Final = "fortify"
PLACINGS: Final = 8

_TYPOGRAPHY: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " "})
_ENDS: Final[dict[str, End]] = {"left": "left", "l": "left", "right": "right", "r": "right"}
_PLAIN: Final = {"keep": KEEP, "pass": PASS, "done": DONE_STEP}
_VERBS: Final = {"place": "place", "put": "place", "shift": "shift", "move": "shift", "attack": "attack", "ace": "ace",
                 "start": "start", "discard": "ace"}  # fmt: skip
_FILLERS: Final = frozenset({"with", "the", "at", "on", "end", "from", "card", "cards", "position", "positions", "me"})
_LETTERS: Final = re.compile(r"[lr]+")
_MEANT: Final = re.compile(r"[0-9]{1,3}|-|[lr]+")


class Fortified(NamedTuple):
    """A submission that places all cards of a round, or its beginning: the placings, then the last move."""

    ends: tuple[End, ...]
    last: Step | None

    def __str__(self) -> str:
        letters = "".join([end[0].upper() for end in self.ends])
        return " ".join([FORTIFY, *([letters] if letters else []), *([str(self.last)] if self.last else [])])


def parse_step(text: str, players: int) -> Step:
    """Read one step. Raises ``UnreadableTurn`` or ``MistypedTurn``."""
    words = _words(text, players)
    if not words:
        raise UnreadableTurn(say("The turn is empty. Write a step, such as “attack 4-5 right”, “ace 2” or “pass”."))
    try:
        return _read(words, text)
    except UnreadableTurn as error:
        raise _mistyped_if_meant(words, error) from error


def parse_fortified(text: str, players: int) -> Fortified:
    """Read all placings and the last move, or as many as there are so far.

    Raises ``UnreadableTurn`` or ``MistypedTurn``.
    """
    words = _words(text, players)
    ends, rest = _placings(words)
    last = None
    try:
        if not words or (rest and not ends):
            raise UnreadableTurn(_fortify_example(text))
        if len(ends) > PLACINGS or (rest and len(ends) < PLACINGS):
            raise UnreadableTurn(
                say(
                    "Place each of the %(number)s cards, L for left or R for right; “%(text)s” has %(count)s letters.",
                    number=PLACINGS, text=_shorten(text), count=len(ends),
                )
            )  # fmt: skip
        last = _read(rest, text) if rest else None
        if last is not None and last.kind not in ("keep", "shift"):
            raise UnreadableTurn(_fortify_example(text))
    except UnreadableTurn as error:
        raise _mistyped_if_meant(words, error) from error
    return Fortified(tuple(ends), last)


def parse_several(text: str, players: int) -> tuple[Step, ...]:
    """Read several fortifying steps in order. Raises ``UnreadableTurn`` or ``MistypedTurn``."""
    words = _words(text, players)
    ends, rest = _placings(words)
    try:
        return (*map(place_card, ends), *([_read(rest, text)] if rest else []))
    except UnreadableTurn as error:
        raise _mistyped_if_meant(words, error) from error


def says_fortified(text: str) -> bool:
    """Return whether a text is meant as several steps of fortifying."""
    words = _words(text, 0)
    ends, rest = _placings(words)
    return words[:1] == [FORTIFY] or len(ends) > 1 or (bool(ends) and rest[:1] in (["keep"], ["shift"], ["move"]))


def is_bare_letter(text: str) -> bool:
    """Return whether a text is a single letter, which could name an end or be an initial below an email."""
    return len("".join(_words(text, 0))) < 2


def _placings(words: Sequence[str]) -> tuple[list[End], list[str]]:
    """Return the ends with which the words begin ("place left, right", "L R", "LR"), and the words after them."""
    rest = list(words[1:] if words[:1] == [FORTIFY] else words)
    ends: list[End] = []
    while rest:
        is_named = _VERBS.get(rest[0]) == "place" and rest[1:2] != [] and rest[1] in _ENDS
        word = rest[1 if is_named else 0]
        if word not in _ENDS and not _LETTERS.fullmatch(word):
            break
        del rest[: 2 if is_named else 1]
        ends += [_ENDS[word]] if word in _ENDS else [_ENDS[letter] for letter in word]
    return ends, rest


def _fortify_example(text: str) -> Text:
    return say(
        "“%(text)s” doesn’t say where your eight cards go. Write L or R for each and the last move, as in"
        " “LRRLLRLR keep” or “LRRLLRLR shift 3 7”.",
        text=_shorten(text),
    )


def _mistyped_if_meant(words: Sequence[str], error: UnreadableTurn) -> UnreadableTurn:
    """Return the error for a slip in a step if every word belongs to the notation; otherwise return ``error``."""
    known = {*_PLAIN, *_VERBS, *_ENDS, FORTIFY}
    meant = any(word in {*_PLAIN, *_VERBS, FORTIFY} or len(word) > 2 for word in words)
    if meant and all(word in known or _MEANT.fullmatch(word) for word in words):
        return MistypedTurn(error.args[0])
    return error


def _words(text: str, players: int) -> list[str]:
    """Cut the text into words and numbers, leaving out words without a meaning."""
    if len(text) > MAX_LENGTH:
        raise UnreadableTurn(say("A turn has at most %(most)s characters.", most=MAX_LENGTH))
    plain = text.translate(_TYPOGRAPHY).lower()
    for seat in range(players):
        for label in (f"player {seat + 1}", seat_name(seat).lower()):
            plain = re.sub(rf"\bstart\s+{re.escape(label)}(?![0-9])", f"start {seat + 1}", plain)
    plain = re.sub(r"-|\bto\b", " - ", plain)
    plain = re.sub(r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])", " ", plain)
    words = re.split(r"[\s,;:.!]+", plain)
    return [word for word in words if word and word not in _FILLERS]


def _read(words: Sequence[str], text: str) -> Step:
    first, rest = words[0], list(words[1:])
    if first in _PLAIN and not rest:
        return _PLAIN[first]
    if first in _ENDS and not rest:
        return place_card(_ENDS[first])
    reader = _READERS.get(_VERBS.get(first, ""))
    if reader is None:
        raise UnreadableTurn(
            say(
                "“%(text)s” isn’t a step. Steps are written like “place left”, “shift 3 7”, “keep”, “attack 4-5 right”,"
                " “ace 2”, “pass”, “done” and “start 2”.",
                text=_shorten(text),
            )
        )
    return reader(rest, text)


def _place(words: list[str], text: str) -> Step:
    if len(words) == 1 and words[0] in _ENDS:
        return place_card(_ENDS[words[0]])
    raise UnreadableTurn(
        say("“%(text)s” doesn’t say at which end. Write “place left” or “place right”.", text=_shorten(text))
    )


def _shift(words: list[str], text: str) -> Step:
    numbers = _numbers([word for word in words if word != "-"])
    if numbers is None or len(numbers) != 2:
        raise UnreadableTurn(
            say("“%(text)s” doesn’t say from where to where. Write “shift 3 7”, for example.", text=_shorten(text))
        )
    return shift(*numbers)


def _attack(words: list[str], text: str) -> Step:
    ends = [_ENDS[word] for word in words if word in _ENDS]
    rest = [word for word in words if word not in _ENDS]
    numbers = _numbers([word for word in rest if word != "-"])
    if not numbers:
        raise UnreadableTurn(
            say(
                "“%(text)s” doesn’t say which of your cards attack. Write “attack 4 left” or “attack 4-5 right”, for"
                " example.",
                text=_shorten(text),
            )
        )
    if not _is_run(numbers, "-" in rest):
        raise UnreadableTurn(
            say(
                "“%(text)s” doesn’t name neighbours in your hand. Cards that attack together are written “attack 4-6"
                " left”.",
                text=_shorten(text),
            )
        )
    if len(ends) != 1:
        run = str(numbers[0]) if len(numbers) == 1 else f"{min(numbers)}-{max(numbers)}"
        raise UnreadableTurn(
            say(
                "“%(text)s” doesn’t say which end of the target’s hand. Write “%(left)s” or “%(right)s”.",
                text=_shorten(text), left=f"attack {run} left", right=f"attack {run} right",
            )
        )  # fmt: skip
    return attack(min(numbers), max(numbers), ends[0])


def _is_run(numbers: list[int], dashed: bool) -> bool:
    """Return whether numbers name neighbours: the first and the last of them, or each."""
    if dashed:
        return len(numbers) == 2
    ordered = sorted(numbers)
    return ordered == list(range(ordered[0], ordered[0] + len(ordered)))


def _ace(words: list[str], text: str) -> Step:
    words = words[1:] if words[:1] == ["ace"] else words
    numbers = _numbers(words[:1])
    if not numbers:
        raise UnreadableTurn(
            say("“%(text)s” doesn’t say where the ace is. Write “ace 2”, for example.", text=_shorten(text))
        )
    if len(words) > 1:
        raise UnreadableTurn(
            say(
                "Write “%(step)s” alone: you see the drawn card first, then you say at which end to place it.",
                step=str(ace(numbers[0])),
            )
        )
    return ace(numbers[0])


def _start(words: list[str], text: str) -> Step:
    numbers = _numbers(words)
    if not numbers or len(numbers) != 1:
        raise UnreadableTurn(
            say("“%(text)s” doesn’t say which player starts. Write “start 2”, for example.", text=_shorten(text))
        )
    return start(numbers[0])


def _numbers(words: Sequence[str]) -> list[int] | None:
    """Read the words as positions or players, from 1; return ``None`` if any isn't such a number."""
    if not all(re.fullmatch(r"[1-9][0-9]?", word) for word in words):
        return None
    return [int(word) for word in words]


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


_READERS: Final[dict[str, Callable[[list[str], str], Step]]] = {
    "place": _place,
    "shift": _shift,
    "attack": _attack,
    "ace": _ace,
    "start": _start,
}
