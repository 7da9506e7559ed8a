"""What a player asks for in a reply: a turn, conditional turns, or one of a few words.

A line must be one of them in full; nothing is looked for within a sentence, and nothing is guessed. A turn in full
notation may stand on any line, since people greet first and write beneath the quote, too; plain words ("resign",
"pass") count on the first line that is no greeting alone. Two lines that ask for different things are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, Literal, TypeAlias

from mail.parse.greeting import is_greeting
from mail.parse.spelling import bare, plain, spellings, visible
from matches.keywords import in_english

IsTurn: TypeAlias = Callable[[str], bool]
Why = Literal["nothing", "not a turn", "two turns", "two orders", "doubtful"]


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
    """It is ignored. ``line`` is the one that is not an order, or that asks for something else than the first."""

    why: Why
    line: str = ""


Order: TypeAlias = (
    Submit | Conditional | Resign | ConfirmResign | OfferDraw | Accept | Decline | Help | Show | TakeBack | Say
)


@dataclass(frozen=True, slots=True)
class Orders:
    """What a reply asks for. Beside the order there may be things to say, in order, and, beside a turn alone,
    conditional turns for what follows it ("" for none). ``at`` is where the line stands that the order was read from,
    or that is taken for one; ``unused`` are the places of those of which nothing is made, ``beside`` of those that go
    with the order."""

    order: Order | Unclear
    says: tuple[str, ...] = ()
    conditional: str = ""
    at: int = field(default=0, compare=False)
    unused: tuple[int, ...] = field(default=(), compare=False)
    beside: tuple[int, ...] = field(default=(), compare=False)

    @property
    def left(self) -> tuple[int, ...]:
        """The places of all lines but the order's, for where it is not done."""
        return tuple(sorted((*self.unused, *self.beside)))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it was typed, and where its ``parts`` stand; ``is_full``: it may be an order on whichever line, and
    ``begins`` is the turn that one begins with which is no order as a whole, "" for none."""

    text: str
    parts: range
    says: str
    order: Order | None
    is_full: bool
    begins: str

    @property
    def is_greeting(self) -> bool:
        return not self.says and self.order is None and is_greeting(visible(self.text))


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
_AFTER_A_TURN: Final = "-,;:!?.*_)"
LONG: Final = 60
"""A line that a mail program may have wrapped is at least so long."""
MOST_PARTS: Final = 6


def never(_line: str) -> bool:
    return False


def understand(
    lines: Sequence[str],
    is_turn: IsTurn,
    is_slip: IsTurn = never,
    *,
    doubtful: Sequence[str] = (),
    is_mixed: bool = False,
) -> Orders:
    """``lines`` are those that ``reply_text`` found, ``doubtful`` what it was not sure of; ``is_turn`` says whether a
    line is a turn in the game's notation, legal or not, ``is_slip`` whether it is one but for a slip. ``is_mixed``:
    some of the lines may be of the answered mail, so only the first that is no greeting can be an order."""
    is_turn, is_slip = cache(is_turn), cache(is_slip)
    whole = _read(lines, is_turn, is_slip)
    orders = _orders(whole, is_mixed=is_mixed)
    beneath = _read(doubtful, is_turn, is_slip, start=len(lines))
    unsure = next((line for line in beneath if _is_missed(line, orders)), None)
    if unsure is not None:
        orders = Orders(Unclear("doubtful", unsure.text), at=unsure.parts.start)
    return _placed([*whole, *beneath], orders)


def _orders(whole: Sequence[_Line], *, is_mixed: bool) -> Orders:
    says = tuple(line.says for line in whole if line.says)
    rest = [line for line in whole if not line.says]
    first = next((line for line in rest if not line.is_greeting), None)
    asked = [line for line in rest if line.order and (line.is_full or not isinstance(line.order, Conditional))]
    leading = next((line for line in asked if line is first or (line.is_full and not is_mixed)), None)
    if leading is None and first is not None and first.order and first not in asked:  # "if" and no more
        leading = first
    begun = next((line for line in rest if line.begins and not _is_turn_of(leading, line.begins)), None)
    if begun is not None and (leading is None or isinstance(leading.order, Submit)):
        why: Why = "not a turn" if leading is None else "two turns"
        return Orders(Unclear(why, begun.text), at=(leading or begun).parts.start)
    if leading is not None:
        return _agreed(leading, [line for line in asked if line is not leading], says)
    top = next((line for line in whole if not line.is_greeting), None)
    if top is not None and top.says and not asked:
        return Orders(Say("\n".join(says)), at=top.parts.start)
    strange = first or next(iter(rest), None)
    return (
        Orders(Unclear("not a turn", strange.text), at=strange.parts.start) if strange else Orders(Unclear("nothing"))
    )


def _is_turn_of(line: _Line | None, text: str) -> bool:
    return line is not None and isinstance(line.order, Submit) and line.order.text.casefold() == text.casefold()


def _is_missed(line: _Line, orders: Orders) -> bool:
    """Whether a line that may be the writer's asks for something that the others do not."""
    if isinstance(orders.order, Unclear):
        return orders.order.why in {"nothing", "not a turn"} and bool(line.order or line.says)
    if not line.is_full or not isinstance(line.order, Submit):
        return False
    return not (isinstance(orders.order, Submit) and _is_same(line.order, orders.order))


def _placed(all_lines: Iterable[_Line], orders: Orders) -> Orders:
    """With the places of the lines that stand beside the order, or for nothing."""
    order = orders.order
    beside: list[int] = []
    unused: list[int] = []
    for line in all_lines:
        if isinstance(order, Unclear):
            is_named = line.parts.start == orders.at or line.text == order.line
            unused += [] if is_named else line.parts
        elif line.says or (
            isinstance(line.order, Conditional) and isinstance(order, Submit) and _is_used(line, orders)
        ):
            beside += [] if line.parts.start == orders.at else line.parts
        elif not _is_used(line, orders):
            unused += line.parts
    return replace(orders, unused=tuple(unused), beside=tuple(beside))


def _is_used(line: _Line, orders: Orders) -> bool:
    if isinstance(line.order, Conditional):
        conditions = orders.order.text if isinstance(orders.order, Conditional) else orders.conditional
        return line.order.text in conditions.split("\n")
    if isinstance(line.order, Submit) and isinstance(orders.order, Submit):
        return _is_same(line.order, orders.order)
    return line.order is not None and line.order == orders.order


def _is_same(one: Submit, other: Submit) -> bool:
    return one.text.casefold() == other.text.casefold()


def is_yes(line: str) -> bool:
    """Whether it says yes and nothing more, which answers whatever is the one thing asked."""
    return bare(plain(line)).casefold() in _YES


def conditions_among(lines: Iterable[str]) -> list[str]:
    """Those of the lines that begin a conditional turn, or a sentence with "if", as they were typed."""
    return [line for line in lines if _IF.fullmatch(_typed(line))]


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


def _is_meant(order: Conditional, is_turn: IsTurn) -> bool:
    """ "If" alone begins a sentence as well; not with a turn behind it, whatever became of its "then"."""
    return " then " in order.text.casefold() or is_turn(order.text.split()[1].rstrip(",:"))


def _agreed(leading: _Line, others: Iterable[_Line], says: tuple[str, ...]) -> Orders:
    """The first order with what may stand beside it; unclear if one of the others is a different one."""
    first, at = leading.order, leading.parts.start
    assert first is not None
    conditions = [first.text] if isinstance(first, Conditional) else []
    for line in others:
        order = line.order
        if isinstance(order, Conditional) and isinstance(first, Submit | Conditional):
            conditions.append(order.text)
        elif isinstance(order, Submit) and isinstance(first, Submit):
            if not _is_same(order, first):
                return Orders(Unclear("two turns", line.text), at=at)
        elif order != first:
            return Orders(Unclear("two orders", line.text), at=at)
    text = "\n".join(dict.fromkeys(conditions))
    return (
        Orders(Conditional(text), says, at=at) if isinstance(first, Conditional) else Orders(first, says, text, at=at)
    )


def _say(line: str) -> str:
    found = _SAY.fullmatch(visible(line))
    return found[1] if found else ""


# -- lines that a mail program has wrapped -------------------------------------------------------------------------


def _read(lines: Sequence[str], is_turn: IsTurn, is_slip: IsTurn, *, start: int = 0) -> list[_Line]:
    """The lines, those put together again that can be parts of one line only."""
    whole: list[_Line] = []
    rest = list(lines)
    while rest:
        taken = _parts(rest, is_turn, at_top=all(line.is_greeting for line in whole))
        text = " ".join(rest[:taken])
        says = _say(text)
        order = None if says else _order(text, is_turn) or _slip(text, is_slip)
        begins = "" if says or order else _beginning(text, is_turn)
        whole.append(_Line(text, range(start, start + taken), says, order, _is_full(order, is_turn, is_slip), begins))
        start += taken
        del rest[:taken]
    return whole


def _slip(line: str, is_slip: IsTurn) -> Submit | None:
    """A turn that the game will refuse, saying what is wrong with it."""
    return next((Submit(spelling) for spelling in spellings(line) if is_slip(spelling)), None)


def _beginning(line: str, is_turn: IsTurn) -> str:
    """The first word, if that alone is a turn: what follows it may be part of the turn, or something else."""
    word = next(iter(plain(line).split()), "").rstrip(_AFTER_A_TURN)
    return word if any(map(str.isdigit, word)) and is_turn(word) else ""


def _is_full(order: Order | None, is_turn: IsTurn, is_slip: IsTurn) -> bool:
    """Whether it may stand on any line: a turn that is more than a word, or a condition that is more than a sentence
    which begins with "if"."""
    if isinstance(order, Submit):
        return any(map(str.isdigit, order.text)) or is_slip(order.text)
    return isinstance(order, Conditional) and _is_meant(order, is_turn)


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
    """A line that is not complete continues in those beneath it with which it is, if it was long enough to be
    wrapped."""
    for taken in range(1, min(len(lines), MOST_PARTS) + 1):
        if _is_complete(lines[:taken], is_turn):
            return taken
        if len(lines[taken - 1]) < LONG:
            break
    return 1


def _parts_of_chat(lines: Sequence[str], is_turn: IsTurn) -> int:
    """A long line continues in the next one, unless that says something alone."""
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
