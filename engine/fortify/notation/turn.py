"""Turns as people write them (rules 6, "Actions").

Small differences don't matter where a text cannot be misread: case, blanks, ``,`` or ``;`` between actions, blanks
around ``@``, ``-``, ``x`` and ``&``, dashes and times signs of a word processor, the order of two Infantry. A text that
could mean two things, or is incomplete, is refused with an example, never guessed.
"""

from __future__ import annotations

import re
from typing import Final

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortify.board.maps import Map
from engine.fortify.board.spaces import COLUMN_LETTERS, read_space
from engine.fortify.board.units import PIECE_TEXT
from engine.fortify.rules.actions import ATTACK, END, ENLIST, FINISH, FORTIFY, MOVE, Action
from i18n.text import Text, say

PASS: Final = "pass"
MAX_LENGTH: Final = 200
"""The longest text that is read; a turn takes 25 characters."""

_TYPOGRAPHY: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", "\u00a0": " "})
_SPACE: Final = "[a-h][1-8]"
_ENLISTED: Final = re.compile(rf"(\+?[a-z])@({_SPACE})")
_FORTIFIED: Final = re.compile(rf"({_SPACE})\+")
_MOVED: Final = re.compile(rf"({_SPACE})([x-])({_SPACE})")
_BLANKS: Final = re.compile(r"\s*([@&-])\s*")
_BLANKS_OF_ATTACK: Final = re.compile(rf"({_SPACE})\s*x\s*(?={_SPACE})", re.IGNORECASE)
_BLANKS_OF_FORTIFY: Final = re.compile(rf"({_SPACE})\s+\+\s*(?=$|[,;])", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,;]+")
_MEANT_SPACE: Final = "[a-z][0-9]{1,2}"
_MEANT: Final = re.compile(
    rf"\+?[a-z]?@(?:[a-z]?[0-9]{{0,2}})(?:&\S{{0,6}}|\+)?|\+?[itbca]{_MEANT_SPACE}"
    rf"|{_MEANT_SPACE}(?:\+|[x-]?{_MEANT_SPACE}|[x-])?"
)
"""A word that was meant to be an action, whatever is wrong with it."""


def parse_turn(text: str, on: Map | None = None) -> list[Action]:
    """Read the actions of a turn, none for ``pass``; ``end`` may close it.

    Raises ``UnreadableTurn``, which names the limits of the map ``on`` which the turn is played.
    """
    try:
        return _parse(_words(text), on)
    except UnreadableTurn as error:
        if _is_meant(text):
            raise MistypedTurn(error.args[0]) from error
        raise


def _is_meant(text: str) -> bool:
    """Return whether every word of the text is an action, or was meant to be one."""
    words = [] if len(text) > MAX_LENGTH else [word.lower() for word in _words(text)]
    actions = [word for word in words if word not in {PASS, FINISH}]
    return bool(actions) and all(map(_MEANT.fullmatch, actions))


def _parse(words: list[str], on: Map | None) -> list[Action]:
    if not words:
        raise UnreadableTurn(
            say(
                "The turn is empty. Write its actions, such as %(example)s, or %(word)s.", example="T@b3 b3+", word=PASS
            )
        )
    lowered = [word.lower() for word in words]
    if lowered == [PASS]:
        return []
    if lowered[-1] == FINISH:
        lowered.pop()
        words.pop()
    if PASS in lowered:
        raise UnreadableTurn(
            say("“%(word)s” can’t be combined with actions. Write only the actions, or only %(word)s.", word=PASS)
        )
    if FINISH in lowered:
        raise UnreadableTurn(
            say("“%(word)s” can come only once, after the last action of the turn. You can leave it out.", word=FINISH)
        )
    return [
        _action(word, say("Action %(number)s, “%(word)s”", number=number, word=word), on)
        for number, word in enumerate(words, start=1)
    ]


def parse_step(text: str) -> Action:
    """Read one action, or ``end``. Raises ``UnreadableTurn``."""
    words = _words(text)
    if len(words) != 1:
        raise UnreadableTurn(
            say(
                "“%(text)s” is not one step: %(examples)s, and %(end)s ends the turn.",
                text=text.strip(), examples=_examples(), end=FINISH,
            )
        )  # fmt: skip
    if words[0].lower() == PASS:
        raise UnreadableTurn(
            say("“%(word)s” is a whole turn; the step that ends a turn is %(end)s.", word=PASS, end=FINISH)
        )
    return END if words[0].lower() == FINISH else _action(words[0], say("“%(word)s”", word=words[0]))


def format_turn(actions: list[Action]) -> str:
    """Write a turn's actions in canonical form."""
    return " ".join(str(action) for action in actions if action != END) or PASS


def _words(text: str) -> list[str]:
    """Cut the text into actions, removing blanks within each."""
    if len(text) > MAX_LENGTH:
        raise UnreadableTurn(say("A turn has at most %(most)s characters.", most=MAX_LENGTH))
    plain = text.translate(_TYPOGRAPHY)
    plain = _BLANKS.sub(r"\1", plain)
    plain = _BLANKS_OF_ATTACK.sub(r"\1x", plain)
    # A plus sign on its own belongs to the space before it only where no unit can follow.
    plain = _BLANKS_OF_FORTIFY.sub(r"\1+", plain)
    return [word for word in _BETWEEN.split(plain) if word]


def _action(written: str, where: Text, on: Map | None = None) -> Action:
    """Read a word as an action. Raises ``UnreadableTurn``, with a sentence that begins with ``where``."""
    word = written.lower()
    if "@" in word or "&" in word:
        return _enlist(word, where, on)
    fortify = _FORTIFIED.fullmatch(word)
    if fortify:
        space = _space(fortify[1])
        return Action(FORTIFY, space, (space,))
    other = _MOVED.fullmatch(word)
    if other:
        return Action(MOVE if other[2] == "-" else ATTACK, _space(other[1]), (_space(other[3]),))
    raise _unreadable(where, _what_is_missing(word, on))


def _unreadable(where: Text, why: Text) -> UnreadableTurn:
    return UnreadableTurn(say("%(where)s: %(reason)s.", where=where, reason=why))


def _enlist(word: str, where: Text, on: Map | None) -> Action:
    placed: list[tuple[int, int]] = []
    for part in word.split("&"):
        match = _ENLISTED.fullmatch(part)
        if not match:
            bare = re.fullmatch(_SPACE, part)
            if bare:
                raise _unreadable(where, say("it does not say which unit goes onto %(space)s", space=part))
            raise _unreadable(where, _what_is_missing(part, on))
        text = match[1].upper()
        if text not in PIECE_TEXT:
            strange = say("there is no unit %(letter)s; the units are I, T, B, C and A", letter=text[-1])
            raise _unreadable(where, strange)
        placed.append((_space(match[2]), PIECE_TEXT.index(text)))
    if len(placed) > 2:
        pair = "I@b3&I@c3"
        raise _unreadable(
            where, say("no more than two Infantry can be enlisted in one action, as in %(example)s", example=pair)
        )
    placed.sort()
    return Action(ENLIST, None, tuple(space for space, _ in placed), tuple(piece for _, piece in placed))


def _what_is_missing(word: str, on: Map | None) -> Text:
    """Say what is wrong with a word that is no action, with an example."""
    two = re.fullmatch(rf"({_SPACE})({_SPACE})", word)
    if two:
        move, attack = "-".join(two.groups()), "x".join(two.groups())
        return say(
            "it could be the Move %(move)s or the Attack %(attack)s; write one of them", move=move, attack=attack
        )
    other = "c4" if word.startswith("c3") else "c3"
    if re.fullmatch(_SPACE, word):
        return say(
            "it does not say what to do: a Fortify is %(fortify)s, a Move %(move)s, an Attack %(attack)s",
            fortify=f"{word}+", move=f"{word}-{other}", attack=f"{word}x{other}",
        )  # fmt: skip
    if re.fullmatch(rf"({_SPACE})([x-])", word):
        return say("it does not say where to; write %(example)s, for example", example=f"{word}{other}")
    return _what_enlist_is_missing(word) or _strange_space(word, on) or _examples()


def _what_enlist_is_missing(word: str) -> Text | None:
    if re.fullmatch(r"\+?[itbca]@?", word):
        example = f"{word.rstrip('@').upper()}@b3"
        return say("it does not say on which space: an Enlist is %(example)s", example=example)
    if re.fullmatch(rf"@{_SPACE}", word):
        return say("it does not say which unit: an Enlist is %(example)s", example=f"T{word}")
    enlist = re.fullmatch(rf"(\+?[itbca])({_SPACE})", word)
    if enlist:
        return say("an Enlist is written %(example)s", example=f"{enlist[1].upper()}@{enlist[2]}")
    return None


def _examples() -> Text:
    return say("an action is written T@b3 (Enlist), b3-c3 (Move), b3+ (Fortify) or b3xb4 (Attack)")


def _strange_space(word: str, on: Map | None) -> Text | None:
    for name in re.findall(r"(?<![a-z0-9])[a-z][0-9]+", word.replace("x", " ")):
        if read_space(name) is None:
            return _off_every_map(name) if on is None else _off_the_map(name, on)
    return None


def _off_every_map(name: str) -> Text:
    return say("no map has a space %(space)s: columns go from a to h, rows from 1 to 8, as in b3", space=name)


def _off_the_map(name: str, on: Map) -> Text:
    return say(
        "this map has no space %(space)s: its columns go from a to %(column)s, its rows from 1 to %(row)s",
        space=name, column=COLUMN_LETTERS[on.columns - 1], row=on.height,
    )  # fmt: skip


def _space(name: str) -> int:
    space = read_space(name)
    if space is None:  # the patterns above let nothing else through
        raise UnreadableTurn(say("No map has a space %(space)s.", space=name))
    return space
