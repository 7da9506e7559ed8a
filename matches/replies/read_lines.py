"""Reading the lines of a reply, each for what it says alone; those that a mail program has wrapped are put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from mail.parse.greeting import is_greeting
from mail.parse.spelling import bare, plain, spellings, visible
from matches.conditional.keywords import in_english

from .command_words import WORDS
from .orders import Conditional, ConfirmResign, Mark, Order, Resign, Submit

IsTurn: TypeAlias = Callable[[str], bool]
Joins: TypeAlias = Callable[[Sequence[str]], bool]

_OTHER_IF: Final = re.compile(r"wenn\s|voraus[\s:]", re.IGNORECASE)
_SAY: Final = re.compile(r"(?:say|sag)\s*[:,]?\s+(\S.*)", re.IGNORECASE)
_IF: Final = re.compile(r"(?:if|ahead:?)\s+\S.*", re.IGNORECASE)
_AHEAD: Final = re.compile(r"ahead:?\s+([^,;]*).*", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"if\s+(.+?),?\s+then\s+(.+)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[,;:]|\b(?:if|then)\b", re.IGNORECASE)
_MARK: Final = re.compile(r"(?:mark|markiere)\s+([^\s:,]+)[:,]?(?:\s+(\S.*))?", re.IGNORECASE)
_UNMARK: Final = re.compile(r"(?:unmark|entmarkiere)\s+(\S+?)[.!]?", re.IGNORECASE)
_BEGUN: Final = re.compile(r"([^,.!;:?]{2,40})[,.!;:]+\s+(\S.*)")
_KIND: Final = re.compile(
    r"(?:\W*(?:please|thanks?(?: you)?|gladly|sure|of course|gg|good game|well played|with pleasure"
    r"|bitte(?: sehr)?|danke(?: schön)?|gerne?|klar|natürlich|gut gespielt|war schön|schönes spiel))+\W*",
    re.IGNORECASE,
)
_UNLESS: Final = re.compile(
    r"\?|n't\b|\b(?:not?|never|but|if|unless|when|until|later|however|would|could|rather|instead|only"
    r"|nicht|kein\w*|nein|nie|aber|wenn|falls|sobald|bis|später|erst|sondern|oder|or|würde|könnte|lieber|nur|doch)\b",
    re.IGNORECASE,
)
_AFTER_A_TURN: Final = "-,;:!?.*_)"
LONG: Final = 60
"""The length from which on a mail program may have wrapped a line."""
MOST_PARTS: Final = 6
MOST_WORDS: Final = 8  # behind a command
MOST_JOINED: Final = 12


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """A line as it was typed, and the places of its ``parts``.

    ``is_full``: it may be an order on any line. ``begins`` is a turn at its beginning if the whole isn't an order, ""
    for none. ``mark`` is what it says about a space. ``is_loose``: only its beginning is an order; the words after it
    aren't.
    """

    text: str
    parts: range
    says: str
    order: Order | None
    is_full: bool
    begins: str
    mark: Mark | None = None
    is_loose: bool = False

    @property
    def is_greeting(self) -> bool:
        is_other = self.says or self.order or self.mark
        return not is_other and is_greeting(visible(self.text))


def never(_line: str) -> bool:
    return False


def never_joined(_lines: Sequence[str]) -> bool:
    return False


def read_reply_lines(
    lines: Sequence[str],
    is_turn: IsTurn,
    is_slip: IsTurn,
    is_space: IsTurn = never,
    *,
    joins: Joins = never_joined,
    start: int = 0,
) -> list[ReplyLine]:
    """Read the lines; those that can only be parts of one line, or that the game ``joins``, are put together again."""
    whole: list[ReplyLine] = []
    rest = list(lines)
    while rest:
        taken = _joined(rest, joins) or _parts(rest, is_turn, at_top=all(line.is_greeting for line in whole))
        text = " ".join(rest[:taken])
        says = _say(text)
        order = None if says else _order(text, is_turn)
        mark = None if says or order else _mark(text, is_space)
        order = order if says or mark else order or _slip(text, is_slip)
        begins = "" if says or order or mark else _beginning(text, is_turn)
        is_full, parts = _is_full(order, is_turn, is_slip), range(start, start + taken)
        loose = None if says or order or mark or begins else _loose_order(text)
        whole.append(ReplyLine(text, parts, says, order or loose, is_full, begins, mark, loose is not None))
        start += taken
        del rest[:taken]
    return whole


def _mark(line: str, is_space: IsTurn) -> Mark | None:
    """Return the mark that a line asks for, if its word can be a space: "Mark said so" marks none."""
    typed = visible(line)
    removed, put = _UNMARK.fullmatch(typed), _MARK.fullmatch(typed)
    if removed and is_space(removed[1]):
        return Mark(removed[1], is_removed=True)
    return Mark(put[1], put[2] or "") if put and is_space(put[1]) else None


def _slip(line: str, is_slip: IsTurn) -> Submit | None:
    """Return a turn with a slip, which the game will refuse, saying what is wrong with it."""
    return next((Submit(spelling) for spelling in spellings(line) if is_slip(spelling)), None)


def _beginning(line: str, is_turn: IsTurn) -> str:
    """Return the first word, if that alone is a turn: what follows may be part of the turn, or something else."""
    word = next(iter(plain(line).split()), "").rstrip(_AFTER_A_TURN)
    return word if any(map(str.isdigit, word)) and is_turn(word) else ""


def _is_full(order: Order | None, is_turn: IsTurn, is_slip: IsTurn) -> bool:
    """Return whether an order is so clear that it may be on any line of a reply.

    It is if it is a turn of more than a word, or a condition and not just a sentence beginning with "if".
    """
    if isinstance(order, Submit):
        return any(map(str.isdigit, order.text)) or is_slip(order.text)
    return isinstance(order, Conditional) and _is_meant(order, lambda line: is_turn(line) or is_slip(line))


def _is_meant(order: Conditional, is_turn: IsTurn) -> bool:
    """Return whether a conditional turn or order is meant, rather than a sentence.

    "If" alone can begin a sentence, and so can "if … then …", unless a turn, or an attempt at one, follows either;
    "ahead" must be followed by an order.
    """
    if orders := _AHEAD.fullmatch(order.text):
        return is_turn(orders[1].strip())
    parts = [part.strip(" .") for part in _BETWEEN.split(order.text) if part.strip(" .")]
    return any(is_turn(part) or is_turn(part.split()[0]) or any(map(str.isdigit, part.split()[0])) for part in parts)


def conditions_among(lines: Iterable[str]) -> list[str]:
    """Return the lines that begin a conditional turn or orders, or a sentence with "if", as they were typed."""
    return [line for line in lines if _IF.fullmatch(_typed(line))]


def sorted_ahead(text: str) -> tuple[list[str], list[str]]:
    """Split a text into the lines of conditional turns and those of orders."""
    lines = text.splitlines()
    orders = [line for line in lines if _AHEAD.fullmatch(line)]
    return [line for line in lines if line not in orders], orders


def _order(line: str, is_turn: IsTurn) -> Order | None:
    """Return what a whole line asks for. The game's own words go first."""
    turn = next(filter(is_turn, spellings(line)), None)
    if turn is not None:
        return Submit(turn)
    typed = _typed(line)
    if _IF.fullmatch(typed):
        return Conditional(typed)
    return WORDS.get(bare(typed).replace(",", "").casefold())


def _loose_order(line: str) -> Order | None:
    """Return what the words before the first comma, stop or exclamation mark ask for: "Accept, with pleasure!"

    Nothing if what follows takes it back or asks something, unless it is about resigning, which we ask to confirm
    anyway.
    """
    begun = _BEGUN.match(plain(line))
    order = WORDS.get(begun[1].casefold().strip()) if begun else None
    if begun is None or order is None or isinstance(order, Resign):
        return order
    rest = begun[2]
    if isinstance(order, ConfirmResign):  # which nothing takes back
        return order if _KIND.fullmatch(rest) else None
    is_short = len(rest.split()) <= MOST_WORDS
    return order if is_short and not _UNLESS.search(rest) else None


def _typed(line: str) -> str:
    """Return the line as typed, with English "if", "then" and "ahead" for the same words of another language.

    Only if it begins with one: whatever reads what is set ahead knows the English ones.
    """
    typed = plain(line)
    return in_english(typed) if _OTHER_IF.match(typed) else typed


def _say(line: str) -> str:
    found = _SAY.fullmatch(visible(line))
    return found[1] if found else ""


# -- lines that a mail program has wrapped -------------------------------------------------------------------------


def _joined(lines: Sequence[str], joins: Joins) -> int:
    """Return how many of the lines, from the first, the game takes together; 0 if none."""
    return next((taken for taken in range(min(len(lines), MOST_JOINED), 1, -1) if joins(lines[:taken])), 0)


def _parts(lines: Sequence[str], is_turn: IsTurn, *, at_top: bool) -> int:
    """Return how many of the lines the first one consists of."""
    if _say(lines[0]):
        return _parts_of_chat(lines, is_turn)
    if _IF.fullmatch(_typed(lines[0])):
        return _parts_of_conditions(lines, is_turn)
    if at_top and len(lines) > 1 and not any(_order(line, is_turn) for line in lines[:2]):
        return 2 if any(map(is_turn, spellings(" ".join(lines[:2])))) else 1
    return 1


def _parts_of_conditions(lines: Sequence[str], is_turn: IsTurn) -> int:
    """Return how many lines a condition takes.

    A line that was long enough to be wrapped continues in the next ones until it is complete.
    """
    for taken in range(1, min(len(lines), MOST_PARTS) + 1):
        if _is_complete(lines[:taken], is_turn):
            return taken
        if len(lines[taken - 1]) < LONG:
            break
    return 1


def _parts_of_chat(lines: Sequence[str], is_turn: IsTurn) -> int:
    """Return how many lines a message takes: a long line continues in the next, unless that means something alone."""
    taken = 1
    while taken < len(lines) and len(lines[taken - 1]) >= LONG:
        if _say(lines[taken]) or _order(lines[taken], is_turn):
            break
        taken += 1
    return taken


def _is_complete(lines: Sequence[str], is_turn: IsTurn) -> bool:
    """Return whether the lines together are complete clauses, "if … then …", separated by ";"."""
    clauses = [_CLAUSE.fullmatch(clause.strip()) for clause in bare(_typed(" ".join(lines))).rstrip("; ").split(";")]
    return all(clause and is_turn(clause[1]) and is_turn(clause[2]) for clause in clauses)
