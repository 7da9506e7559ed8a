"""What a player asks for in a reply: a turn, conditional turns, or one of a few words.

The first line must be one of them in full; nothing is looked for within a sentence, and nothing is guessed. Two lines
that ask for different things are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from matches.if_then import in_english

from .spelling import bare, plain, spellings, visible

IsTurn: TypeAlias = Callable[[str], bool]
Why = Literal["nothing", "not a turn", "two turns", "two orders"]


@dataclass(frozen=True, slots=True)
class Submit:
    text: str


@dataclass(frozen=True, slots=True)
class Conditional:
    """One or several lines that begin with "if"."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class ConfirmResign:
    pass


@dataclass(frozen=True, slots=True)
class OfferDraw:
    pass


@dataclass(frozen=True, slots=True)
class Accept:
    pass


@dataclass(frozen=True, slots=True)
class Decline:
    pass


@dataclass(frozen=True, slots=True)
class Help:
    pass


@dataclass(frozen=True, slots=True)
class Show:
    pass


@dataclass(frozen=True, slots=True)
class TakeBack:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    """A reply that asks for nothing but this."""

    text: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing is done. ``line`` is the one that is not an order, or that asks for something else than the first."""

    why: Why
    line: str = ""


Order: TypeAlias = (
    Submit | Conditional | Resign | ConfirmResign | OfferDraw | Accept | Decline | Help | Show | TakeBack | Say
)


@dataclass(frozen=True, slots=True)
class Orders:
    """What a reply asks for. Beside the order there may be things to say, in order, and, beside a turn alone,
    conditional turns for what follows it ("" for none)."""

    order: Order | Unclear
    says: tuple[str, ...] = ()
    conditional: str = ""


Words: TypeAlias = Mapping[Order, Sequence[str]]

ENGLISH: Final[Words] = {
    Resign(): ("resign", "i resign"),
    ConfirmResign(): (
        *("yes", "confirm", "i confirm", "confirm resign", "confirm resignation", "yes resign", "yes i resign"),
    ),
    OfferDraw(): ("draw", "draw?", "offer draw", "offer a draw", "i offer a draw"),
    Accept(): ("accept", "i accept", "accept draw", "accept the draw", "accept challenge", "accept the challenge"),
    Decline(): (
        *("decline", "i decline", "decline draw", "decline the draw", "decline challenge", "decline the challenge"),
    ),
    Help(): ("help", "help?", "?"),
    Show(): ("show", "board", "show board", "show the board", "position", "show position"),
    TakeBack(): ("take back", "takeback", "take it back", "take back my turn", "undo"),
}
# "Nein" is no word for anything, as "no" is none: nothing tells what of all that is asked it would answer.
GERMAN: Final[Words] = {
    Resign(): ("aufgeben", "ich gebe auf"),
    ConfirmResign(): ("ja", "bestätigen", "ich bestätige", "aufgeben bestätigen", "ja aufgeben", "ja ich gebe auf"),
    OfferDraw(): ("remis", "remis?", "remis anbieten", "ich biete remis", "ich biete remis an"),
    Accept(): (
        *("annehmen", "remis annehmen", "ich nehme das remis an"),
        *("herausforderung annehmen", "ich nehme die herausforderung an"),
    ),
    Decline(): (
        *("ablehnen", "ich lehne ab", "remis ablehnen", "ich lehne das remis ab"),
        *("herausforderung ablehnen", "ich lehne die herausforderung ab"),
    ),
    Help(): ("hilfe", "hilfe?"),
    Show(): ("stellung", "stellung zeigen", "zeige die stellung", "zeigen", "brett", "brett zeigen"),
    TakeBack(): ("zurücknehmen", "zuruecknehmen", "zug zurücknehmen", "zug zuruecknehmen"),
}
LANGUAGES: Final = (ENGLISH, GERMAN)
"""All are understood from everybody, so no words mean one thing in one and another in another."""
_WORDS: Final[Mapping[str, Order]] = {
    words: order for language in LANGUAGES for order, all_words in language.items() for words in all_words
}
_YES: Final = frozenset({"yes", "ja"})
_OTHER_IF: Final = re.compile(r"wenn\s", re.IGNORECASE)
_SAY: Final = re.compile(r"(?:say|sag)\s*[:,]?\s+(\S.*)", re.IGNORECASE)
_IF: Final = re.compile(r"if\s+\S.*", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"if\s+(.+?),?\s+then\s+(.+)", re.IGNORECASE)
LONG: Final = 60
"""A line that a mail program may have wrapped is at least so long."""
MOST_PARTS: Final = 6


def understand(lines: Sequence[str], is_turn: IsTurn) -> Orders:
    """``lines`` are those that ``said`` found; ``is_turn`` says whether a line is a turn in the game's notation, legal
    or not."""
    is_turn = cache(is_turn)
    whole = _unwrapped(lines, is_turn)
    says = tuple(text for line in whole if (text := _say(line)))
    rest = [line for line in whole if not _say(line)]
    if not rest:
        return Orders(Say("\n".join(says)) if says else Unclear("nothing"))
    first = _order(rest[0], is_turn)
    asked = ((line, order) for line in rest[1:] if (order := _order(line, is_turn)) and _is_meant(order, is_turn))
    if first is not None:
        return _agreed(first, asked, says)
    if _say(whole[0]) and next(asked, None) is None:  # what follows is a greeting, or the like
        return Orders(Say("\n".join(says)))
    return Orders(Unclear("not a turn", rest[0]))


def is_yes(line: str) -> bool:
    """Whether it says yes and nothing more, which answers whatever is the one thing asked."""
    return bare(plain(line)).casefold() in _YES


def conditions_among(lines: Iterable[str]) -> list[str]:
    """Those of the lines that begin a conditional turn, or a sentence with "if", as they were typed."""
    return [line for line in lines if _IF.fullmatch(_typed(line))]


def first_order(lines: Iterable[str]) -> str:
    """The first line that is more than something to say, as it was typed; "" for none."""
    return next((line for line in lines if not _say(line)), "")


def _order(line: str, is_turn: IsTurn) -> Order | None:
    """What a whole line asks for. The game's own words go first."""
    turn = next(filter(is_turn, spellings(line)), None)
    if turn is not None:
        return Submit(turn)
    typed = _typed(line)
    if _IF.fullmatch(typed):
        return Conditional(typed)
    return _WORDS.get(bare(typed).replace(",", "").casefold())


def _typed(line: str) -> str:
    """The line as it was typed, with "if" and "then" for the same words of another language where it begins with one:
    whatever reads conditional turns knows those two."""
    typed = plain(line)
    return in_english(typed) if _OTHER_IF.match(typed) else typed


def _is_meant(order: Order, is_turn: IsTurn) -> bool:
    """Beneath the first line, "if" alone begins a sentence as well; not with a turn behind it, whatever became of its
    "then"."""
    if not isinstance(order, Conditional) or " then " in order.text.casefold():
        return True
    return is_turn(order.text.split()[1].rstrip(",:"))


def _agreed(first: Order, others: Iterable[tuple[str, Order]], says: tuple[str, ...]) -> Orders:
    """The first order with what may stand beside it; unclear if one of the others is a different one."""
    conditions = [first.text] if isinstance(first, Conditional) else []
    for line, order in others:
        if isinstance(order, Conditional) and isinstance(first, Submit | Conditional):
            conditions.append(order.text)
        elif isinstance(order, Submit) and isinstance(first, Submit):
            if order.text.casefold() != first.text.casefold():
                return Orders(Unclear("two turns", line))
        elif order != first:
            return Orders(Unclear("two orders", line))
    text = "\n".join(dict.fromkeys(conditions))
    return Orders(Conditional(text), says) if isinstance(first, Conditional) else Orders(first, says, text)


def _say(line: str) -> str:
    found = _SAY.fullmatch(visible(line))
    return found[1] if found else ""


# -- lines that a mail program has wrapped -------------------------------------------------------------------------


def _unwrapped(lines: Sequence[str], is_turn: IsTurn) -> list[str]:
    """The lines, those put together again that can be parts of one line only."""
    whole: list[str] = []
    rest = list(lines)
    while rest:
        taken = _parts(rest, is_turn, at_top=not whole)
        whole.append(" ".join(rest[:taken]))
        del rest[:taken]
    return whole


def _parts(lines: Sequence[str], is_turn: IsTurn, *, at_top: bool) -> int:
    """Of how many of the lines the first one consists."""
    if _say(lines[0]):
        return _parts_of_chat(lines, is_turn)
    if _IF.fullmatch(_typed(lines[0])):
        return _parts_of_conditions(lines, is_turn)
    if at_top and len(lines) > 1 and not any(_order(line, is_turn) for line in lines[:2]):
        return 2 if any(map(is_turn, spellings(" ".join(lines[:2])))) else 1
    return 1


def _parts_of_conditions(lines: Sequence[str], is_turn: IsTurn) -> int:
    """A line that is not complete goes on in those beneath it with which it is, if it was long enough to be wrapped."""
    for taken in range(1, min(len(lines), MOST_PARTS) + 1):
        if _is_complete(lines[:taken], is_turn):
            return taken
        if len(lines[taken - 1]) < LONG:
            break
    return 1


def _parts_of_chat(lines: Sequence[str], is_turn: IsTurn) -> int:
    """A long line goes on in the next one, unless that says something by itself."""
    taken = 1
    while taken < len(lines) and len(lines[taken - 1]) >= LONG:
        if _say(lines[taken]) or _order(lines[taken], is_turn):
            break
        taken += 1
    return taken


def _is_complete(lines: Sequence[str], is_turn: IsTurn) -> bool:
    """Whether the lines together are clauses in full, "if … then …", with ";" between."""
    clauses = [_CLAUSE.fullmatch(clause.strip()) for clause in bare(_typed(" ".join(lines))).rstrip("; ").split(";")]
    return all(clause and is_turn(clause[1]) and is_turn(clause[2]) for clause in clauses)
