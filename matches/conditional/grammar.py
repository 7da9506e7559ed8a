"""Reading conditional turns: "if I@c1 T@d2 then b3+ b3xb4; if pass then b3+ if b4-b3 then b3xb4".

A *branch* is a chain of pairs: if the opponent plays this, then I play that; if the opponent then plays this, and so
on. Branches are separated by a semicolon, a full stop or a new line before the next "if". What stands between the
words "if" and "then" is left to the game's own reader, so a semicolon between two actions belongs to the turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from matches.lines import cut, one_line

LONGEST: Final = 2000
MOST_BRANCHES: Final = 20
DEEPEST: Final = 8
EXAMPLE: Final = "if … then …"

_IF, _THEN = "if", "then"
_KEYWORDS: Final = frozenset({_IF, _THEN})
_ELSE: Final = frozenset({"else", "otherwise"})
_BETWEEN_BRANCHES: Final = re.compile(r"[;.\n][;.\s]*(?=if(?:[\s,:]|$))", re.IGNORECASE)
_AROUND_A_TURN: Final = " ,;:.!"


class Unreadable(ValueError):
    """The text is no list of branches; the message is one sentence for the player."""


class Pair(NamedTuple):
    """A turn of the opponent's and the answer to it, as they were written."""

    condition: str
    reply: str


Branch = tuple[Pair, ...]


def parse(text: str) -> list[Branch]:
    """The branches in the order in which they were written. Raises ``Unreadable``."""
    if len(text) > LONGEST:
        raise Unreadable(f"These are {len(text)} characters; at most {LONGEST} are possible.")
    written = [one_line(part) for part in _BETWEEN_BRANCHES.split("\n".join(text.splitlines()))]
    written = [part for part in (part.strip(" ;.") for part in written) if part]
    if not written:
        raise Unreadable(f"Nothing is written yet: a conditional turn is written “{EXAMPLE}”.")
    if len(written) > MOST_BRANCHES:
        raise Unreadable(f"These are {len(written)} branches; at most {MOST_BRANCHES} are possible.")
    return [_branch(part, where(number, len(written))) for number, part in enumerate(written, start=1)]


def where(number: int, of: int) -> str:
    """How a sentence about a branch begins: "Branch 2: "; "" where there is only one."""
    return f"Branch {number}: " if of > 1 else ""


def _branch(text: str, at: str) -> Branch:
    parts = _parts(text.split(), at)
    for place, (keyword, turn) in enumerate(parts):
        expected = _THEN if place % 2 else _IF
        if keyword != expected:
            raise Unreadable(_out_of_order(parts, place, at))
        if not turn:
            raise Unreadable(f"{at}there is no turn after “{_upto(parts, place)}”.")
    if len(parts) % 2:
        raise Unreadable(_no_then(parts, len(parts) - 1, at))
    turns = [turn for _, turn in parts]
    if len(turns) > 2 * DEEPEST:
        raise Unreadable(f"{at}this chain is {len(turns) // 2} turns of yours long; at most {DEEPEST} are possible.")
    return tuple(Pair(condition, reply) for condition, reply in zip(turns[::2], turns[1::2], strict=True))


def _parts(words: Sequence[str], at: str) -> list[tuple[str, str]]:
    """Each keyword with the turn behind it."""
    found: list[tuple[str, list[str]]] = []
    for word in words:
        plain = word.lower().strip(",:")
        if plain in _ELSE:
            raise Unreadable(f"{at}there is no “{plain}”: any turn that no branch names drops them all.")
        if plain in _KEYWORDS:
            if plain == _IF and found and found[-1][1][-1:] and found[-1][1][-1].endswith(","):
                raise Unreadable(
                    f"{at}a comma before “if” may mean two things: a semicolon begins another branch, and a blank "
                    "alone goes on with what comes after this turn of yours."
                )
            found.append((plain, []))
        elif not found:
            raise Unreadable(f"{at}“{cut(word, 40)}” stands before the first “if”; a branch is written “{EXAMPLE}”.")
        else:
            found[-1][1].append(word)
    return [(keyword, " ".join(turn).strip(_AROUND_A_TURN)) for keyword, turn in found]


def _out_of_order(parts: Sequence[tuple[str, str]], place: int, at: str) -> str:
    if place == 0:
        return f"{at}it begins with “then”; a branch is written “{EXAMPLE}”."
    if parts[place][0] == _IF:
        return _no_then(parts, place - 1, at)
    return f"{at}“then” comes twice; after “{_upto(parts, place - 1)}” comes “if” with the opponent’s next turn."


def _no_then(parts: Sequence[tuple[str, str]], place: int, at: str) -> str:
    return f"{at}there is no “then” with a turn of yours after “{_upto(parts, place)}”."


def _upto(parts: Sequence[tuple[str, str]], place: int) -> str:
    """The keyword at that place with its turn."""
    return cut(" ".join(parts[place]).strip(), 60)
