"""Reading conditional turns: "if I@c1 T@d2 then b3+ b3xb4; if pass then b3+ if b4-b3 then b3xb4".

A *branch* is a chain of pairs: if the opponent plays this, then I play that; if the opponent then plays this, and so
on. Branches are separated by a semicolon, a full stop or a new line before the next "if". Everything between the words
"if" and "then" is left to the game's own reader, so a semicolon between two actions belongs to the turn. The two words
are understood in the site's other languages, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from i18n.text import Text, begun, joined, noop, pgettext, say
from matches.conditional.keywords import IF, THEN, in_english
from matches.input.text import cut, one_line

from .limits import DEEPEST, LONGEST, MOST_BRANCHES

EXAMPLE: Final = noop("if … then …")

_KEYWORDS: Final = frozenset({IF, THEN})
_ELSE: Final = frozenset({"else", "otherwise"})
_BETWEEN_BRANCHES: Final = re.compile(r"[;.\n][;.\s]*(?=if(?:[\s,:]|$))", re.IGNORECASE)
_AROUND_A_TURN: Final = " ,;:.!"


class Unreadable(ValueError):
    """Raised for a text that isn't a list of branches; the message is one sentence for the player."""


class Pair(NamedTuple):
    """A turn of the opponent's and the answer to it, as they were written."""

    condition: str
    reply: str


Branch = tuple[Pair, ...]


def written(pair: Pair) -> str:
    """Return a pair in the words of the reader's language."""
    return f"{_word(IF)} {pair.condition} {_word(THEN)} {pair.reply}"


class BranchNumber(NamedTuple):
    """The number of a branch, and how many there are."""

    number: int
    of: int

    def says(self, fault: Text) -> Text:
        """Return what is wrong in this branch: "Branch 2: …", or the fault alone if there is only one branch."""
        return say("Branch %(number)s: %(fault)s", number=self.number, fault=fault) if self.of > 1 else begun(fault)


def parse(text: str) -> list[Branch]:
    """Return the branches in the order in which they were written. Raises ``Unreadable``."""
    if len(text) > LONGEST:
        words = say("That’s %(number)s characters; the limit is %(most)s.", number=len(text), most=LONGEST)
        raise Unreadable(words)
    lines = in_english("\n".join(text.splitlines()))
    written = [one_line(part) for part in _BETWEEN_BRANCHES.split(lines)]
    written = [part for part in (part.strip(" ;.") for part in written) if part]
    if not written:
        words = say("Nothing written yet. Write a conditional turn like this: “%(example)s”.", example=say(EXAMPLE))
        raise Unreadable(words)
    if len(written) > MOST_BRANCHES:
        many, most = len(written), MOST_BRANCHES
        raise Unreadable(say("That’s %(number)s branches; the limit is %(most)s.", number=many, most=most))
    return [_branch(part, BranchNumber(number, len(written))) for number, part in enumerate(written, start=1)]


def _branch(text: str, at: BranchNumber) -> Branch:
    parts = _parts(text.split(), at)
    for place, (keyword, turn) in enumerate(parts):
        expected = THEN if place % 2 else IF
        if keyword != expected:
            raise Unreadable(at.says(_out_of_order(parts, place)))
        if not turn:
            raise Unreadable(at.says(say("a turn is missing after “%(word)s”.", word=_upto(parts, place))))
    if len(parts) % 2:
        raise Unreadable(at.says(_no_then(parts, len(parts) - 1)))
    turns = [turn for _keyword, turn in parts]
    if len(turns) > 2 * DEEPEST:
        raise Unreadable(at.says(too_deep(len(turns) // 2)))
    return tuple(Pair(condition, reply) for condition, reply in zip(turns[::2], turns[1::2], strict=True))


def too_deep(number: int) -> Text:
    """Return the fault of a chain with this many of the player's turns, which is too many."""
    return say(noop("this chain has %(number)s of your turns; the limit is %(most)s."), number=number, most=DEEPEST)


def _parts(words: Sequence[str], at: BranchNumber) -> list[tuple[str, str]]:
    """Split a branch into its keywords, each with the turn behind it. Raises ``Unreadable``."""
    found: list[tuple[str, list[str]]] = []
    for word in words:
        plain = word.lower().strip(",:")
        if plain in _ELSE:
            no_else = say("“%(word)s” doesn’t work here: a turn that no branch names deletes them all.", word=plain)
            raise Unreadable(at.says(no_else))
        if plain in _KEYWORDS:
            if plain == IF and found and found[-1][1][-1:] and found[-1][1][-1].endswith(","):
                raise Unreadable(at.says(_comma()))
            found.append((plain, []))
        elif not found:
            before = noop("“%(word)s” comes before the first “if”. Write a branch like this: “%(example)s”.")
            raise Unreadable(at.says(say(before, word=cut(word, 40), example=say(EXAMPLE))))
        else:
            found[-1][1].append(word)
    return [(keyword, " ".join(turn).strip(_AROUND_A_TURN)) for keyword, turn in found]


def _comma() -> Text:
    return say(
        "a comma before “if” is ambiguous. Use a semicolon to begin another branch, or just a space to continue after "
        "your turn."
    )


def _out_of_order(parts: Sequence[tuple[str, str]], place: int) -> Text:
    if place == 0:
        return say("it begins with “then”. Write a branch like this: “%(example)s”.", example=say(EXAMPLE))
    if parts[place][0] == IF:
        return _no_then(parts, place - 1)
    words = noop("“then” comes twice. After “%(turn)s”, write “if” and your opponent’s next turn.")
    return say(words, turn=_upto(parts, place - 1))


def _no_then(parts: Sequence[tuple[str, str]], place: int) -> Text:
    return say("“then” and your own turn are missing after “%(turn)s”.", turn=_upto(parts, place))


def _upto(parts: Sequence[tuple[str, str]], place: int) -> Text:
    """Return the keyword at this index with its turn, cut short for a message."""
    keyword, turn = parts[place]
    word = _word(keyword)
    return joined([word, cut(turn, 60 - len(f"{word} "))] if turn else [word], " ")


def _word(keyword: str) -> Text:
    """Return the keyword in the reader's language, in which it is understood, too."""
    return pgettext("conditional turn", "if") if keyword == IF else pgettext("conditional turn", "then")
