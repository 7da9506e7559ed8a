"""Reading turns as people write them (rules 6, "Actions").

Forgiving where a text cannot be misread: case, blanks, ``,`` or ``;`` between actions, blanks around ``@``, ``-``,
``x`` and ``&``, dashes and times signs of a word processor, the order of two Infantry. What could mean two things, or
is not all there, is refused with an example, never guessed.
"""

from __future__ import annotations

import re
from typing import Final

from engine.fortify.actions import ATTACK, END, ENLIST, FINISH, FORTIFY, MOVE, Action
from engine.fortify.spaces import read_space
from engine.fortify.units import PIECE_TEXT
from engine.game import UnreadableTurn

PASS: Final = "pass"
MAX_LENGTH: Final = 200
"""The longest text that is looked at; a turn takes 25 characters."""

_EXAMPLES: Final = "an action is written T@b3 (Enlist), b3-c3 (Move), b3+ (Fortify) or b3xb4 (Attack)"
_TYPOGRAPHY: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", "\u00a0": " "})
_SPACE: Final = "[a-h][1-8]"
_ENLISTED: Final = re.compile(rf"(\+?[a-z])@({_SPACE})")


def parse_turn(text: str) -> list[Action]:
    """The actions of a turn, none for ``pass``. ``end`` may close it. Raises ``UnreadableTurn``."""
    words = _words(text)
    if not words:
        raise UnreadableTurn("The turn is empty: write its actions, such as T@b3 b3+, or pass.")
    lowered = [word.lower() for word in words]
    if lowered == [PASS]:
        return []
    if lowered[-1] == FINISH:
        lowered.pop()
        words.pop()
    if PASS in lowered:
        raise UnreadableTurn("“pass” cannot stand beside actions: write the actions alone, or pass alone.")
    if FINISH in lowered:
        raise UnreadableTurn("“end” stands only once, after the last action of the turn, and may be left out.")
    return [_action(word, f"Action {number}, “{word}”") for number, word in enumerate(words, start=1)]


def parse_step(text: str) -> Action:
    """One action, or ``end``. Raises ``UnreadableTurn``."""
    words = _words(text)
    if len(words) != 1:
        raise UnreadableTurn(f"“{text.strip()}” is not one step: {_EXAMPLES}, and end ends the turn.")
    if words[0].lower() == PASS:
        raise UnreadableTurn("“pass” is a whole turn; the step that ends a turn is end.")
    return END if words[0].lower() == FINISH else _action(words[0], f"“{words[0]}”")


def format_turn(actions: list[Action]) -> str:
    """The canonical text of a turn's actions."""
    return " ".join(str(action) for action in actions if action != END) or PASS


def _words(text: str) -> list[str]:
    """The text cut into actions, blanks within an action taken out."""
    if len(text) > MAX_LENGTH:
        raise UnreadableTurn(f"A turn takes no more than {MAX_LENGTH} characters.")
    plain = text.translate(_TYPOGRAPHY)
    plain = re.sub(r"\s*([@&-])\s*", r"\1", plain)
    plain = re.sub(rf"({_SPACE})\s*x\s*(?={_SPACE})", r"\1x", plain, flags=re.IGNORECASE)
    # A plus sign on its own belongs to the space before it only where no unit can follow.
    plain = re.sub(rf"({_SPACE})\s+\+\s*(?=$|[,;])", r"\1+", plain, flags=re.IGNORECASE)
    return [word for word in re.split(r"[\s,;]+", plain) if word]


def _action(written: str, where: str) -> Action:
    """The action that one word is; ``where`` begins the sentence about a word that is none."""
    word = written.lower()
    if "@" in word or "&" in word:
        return _enlist(word, where)
    fortify = re.fullmatch(rf"({_SPACE})\+", word)
    if fortify:
        space = _space(fortify[1])
        return Action(FORTIFY, space, (space,))
    other = re.fullmatch(rf"({_SPACE})([x-])({_SPACE})", word)
    if other:
        return Action(MOVE if other[2] == "-" else ATTACK, _space(other[1]), (_space(other[3]),))
    raise UnreadableTurn(f"{where}: {_what_is_missing(word)}.")


def _enlist(word: str, where: str) -> Action:
    placed: list[tuple[int, int]] = []
    for part in word.split("&"):
        match = _ENLISTED.fullmatch(part)
        if not match:
            bare = re.fullmatch(_SPACE, part)
            missing = f"it does not say which unit goes onto {part}" if bare else _what_is_missing(part)
            raise UnreadableTurn(f"{where}: {missing}.")
        text = match[1].upper()
        if text not in PIECE_TEXT:
            raise UnreadableTurn(f"{where}: there is no unit {text[-1]}; the units are I, T, B, C and A.")
        placed.append((_space(match[2]), PIECE_TEXT.index(text)))
    if len(placed) > 2:
        raise UnreadableTurn(f"{where}: no more than two Infantry are enlisted as one action, as in I@b3&I@c3.")
    placed.sort()
    return Action(ENLIST, None, tuple(space for space, _ in placed), tuple(piece for _, piece in placed))


def _what_is_missing(word: str) -> str:
    """What is wrong with a word that is no action, with an example."""
    two = re.fullmatch(rf"({_SPACE})({_SPACE})", word)
    if two:
        return f"it may be the Move {two[1]}-{two[2]} or the Attack {two[1]}x{two[2]}; write which"
    other = "c4" if word.startswith("c3") else "c3"
    if re.fullmatch(_SPACE, word):
        return f"it does not say what to do: a Fortify is {word}+, a Move {word}-{other}, an Attack {word}x{other}"
    begun = re.fullmatch(rf"({_SPACE})([x-])", word)
    if begun:
        return f"it does not say where to: a whole one is {word}{other}"
    if re.fullmatch(r"\+?[itbca]@?", word):
        return f"it does not say on which space: an Enlist is {word.rstrip('@').upper()}@b3"
    if re.fullmatch(rf"@{_SPACE}", word):
        return f"it does not say which unit: an Enlist is T{word}"
    enlist = re.fullmatch(rf"(\+?[itbca])({_SPACE})", word)
    if enlist:
        return f"an Enlist is written {enlist[1].upper()}@{enlist[2]}"
    return _strange_space(word) or _EXAMPLES


def _strange_space(word: str) -> str:
    for name in re.findall(r"(?<![a-z0-9])[a-z][0-9]+", word.replace("x", " ")):
        if read_space(name) is None:
            return f"no map has a space {name}: columns go from a to h, rows from 1 to 8, as in b3"
    return ""


def _space(name: str) -> int:
    space = read_space(name)
    if space is None:  # the patterns above let nothing else through
        raise UnreadableTurn(f"No map has a space {name}.")
    return space
