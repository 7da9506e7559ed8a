"""What a number in a table is made of, in lines of text for pages to unfold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .history import DRAWN, PLAYED, WON, Code
from .outcomes import BYES, verb
from .standings import CapBy, Cut, Encounter, Mean, Missing, Perfect, Performance, Term, TieBreak, Value
from .standings.kind import shown

Names = Mapping[int, str]
TAKES_POINTS = frozenset({"BH", "FB", "SB"})
COUNTS_ROUNDS = frozenset({"WIN", "WON", "BPG", "BWG", "REP"})
GIVES_POINTS = frozenset({"PTS", "STD"})
CUT_WORDS = {
    Cut.LOW: "left out as the lowest",
    Cut.HIGH: "left out as the highest",
    Cut.LIMIT: "left out",
}
RULES = "FIDE C.07"


class Line(NamedTuple):
    """``round`` is 0 for a line about no single round. ``amount`` is what it adds, empty where it adds nothing."""

    round: int
    words: str
    amount: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    lines: tuple[Line, ...]
    sums: tuple[str, ...]
    article: str


def explained(tie_break: TieBreak, value: Value, names: Names) -> Explanation:
    """``sums`` say how the number comes from the lines, where it is not just their sum."""
    if isinstance(value.basis, Encounter):
        return Explanation(tuple(_members(value.basis, names)), _encounter_sums(value.basis), article(tie_break))
    # Of what is only counted, the rounds that do not count would say nothing.
    is_count = tie_break.kind.code in COUNTS_ROUNDS
    lines = tuple(_line(tie_break, term, names) for term in value.terms if term.contribution or not is_count)
    sums = _sums(tie_break, value) if lines or not is_count else ["No round counts."]
    return Explanation(lines, tuple(sums), article(tie_break))


def article(tie_break: TieBreak) -> str:
    """Where the rule stands: "FIDE C.07, 8.1 and 14.1"."""
    if not tie_break.articles:
        return "this site’s own"
    return f"{RULES}, {' and '.join(tie_break.articles)}"


# -- lines ---------------------------------------------------------------------------------------------------------


def _line(tie_break: TieBreak, term: Term, names: Names) -> Line:
    words = _words_for(tie_break)(tie_break, term, names)
    if term.cut:
        words = f"{words}; {_cut_words(tie_break, term.cut)}"
    return Line(term.round, words, tie_break.show(term.contribution), term.cut is not None)


def _cut_words(tie_break: TieBreak, cut: Cut) -> str:
    return "left out as the earliest" if tie_break.kind.code == "PS" and cut is Cut.LOW else CUT_WORDS[cut]


def _words_for(tie_break: TieBreak) -> Callable[[TieBreak, Term, Names], str]:
    code = tie_break.kind.code
    if code in TAKES_POINTS:
        return _opponents_points
    if code in COUNTS_ROUNDS | GIVES_POINTS:
        return _round
    return _OTHERS.get(code, _opponent)


def _round(_tie_break: TieBreak, term: Term, names: Names) -> str:
    if term.code in BYES:
        return BYES[term.code]
    return f"{verb(term.code)} {_name(names, term.opponent)}" if term.opponent else _forfeit(term.code)


def _forfeit(code: Code) -> str:
    return "won by forfeit" if code in WON else "lost by forfeit"


def _opponent(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return names.get(term.opponent) or _round(_tie_break, term, names)


def _opponents_points(tie_break: TieBreak, term: Term, names: Names) -> str:
    words = _stands_for(term, names) if term.dummy else _points_taken(tie_break, term, names)
    if term.factor is None:
        return words
    return f"{words}: {points_words(term.value)} × {points_words(term.factor)}"


def _stands_for(term: Term, names: Names) -> str:
    """Of an unplayed round: the player's own points stand for it, up to a limit (C.07, 16.4)."""
    dummy = term.dummy
    assert dummy is not None
    what = BYES.get(term.code) or f"forfeit, {_name(names, term.opponent)}"
    limit = "the opponent’s" if dummy.cap_by is CapBy.OPPONENT else "a draw a round:"
    capped = f", at most {limit} {points_words(dummy.cap)}" if dummy.is_capped else ""
    return f"{what} (own {points_words(dummy.own)}{capped})"


def _points_taken(tie_break: TieBreak, term: Term, names: Names) -> str:
    name = _name(names, term.opponent)
    if term.points is None:
        return name
    why = "last round as drawn" if _is_fore(tie_break) else "byes at the end as draws"
    return f"{name} ({points_words(term.points)}, {why} {points_words(term.value)})"


def _is_fore(tie_break: TieBreak) -> bool:
    return tie_break.kind.code == "FB" or tie_break.modifiers.fore


def _koya(_tie_break: TieBreak, term: Term, names: Names) -> str:
    limit = f" ({points_words(term.limit)} needed)" if term.limit is not None else ""
    return f"{verb(term.code)} {_name(names, term.opponent)}, who has {points_words(term.value)}{limit}"


def _running_total(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return f"{_round(_tie_break, term, names)}: so far"


def _difference(_tie_break: TieBreak, term: Term, names: Names) -> str:
    own, against = points_words(term.value), points_words(term.against)
    words = (
        f"{_name(names, term.opponent)}: {own}"
        if term.against is None
        else f"{_name(names, term.opponent)}: {own} − {against}"
    )
    is_limited = term.limit is not None and term.against is not None and term.contribution != term.value - term.against
    return f"{words}, counted up to {points_words(term.limit)}" if is_limited else words


def _score_and_rating(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return f"{verb(term.code)} {_name(names, term.opponent)}"


def _expected(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return f"{verb(term.code)} {_name(names, term.opponent)}, rated {points_words(term.value)}: expected"


_OTHERS: dict[str, Callable[[TieBreak, Term, Names], str]] = {
    "KS": _koya,
    "PS": _running_total,
    "MPD": _difference,
    "MPS": _difference,
    "VPD": _difference,
    "VPS": _difference,
    "TPR": _score_and_rating,
    "PTP": _expected,
}


# -- sums ----------------------------------------------------------------------------------------------------------


def _sums(tie_break: TieBreak, value: Value) -> list[str]:
    if value.missing is not None:
        return [MISSING_WORDS[value.missing]]
    match value.basis:
        case Mean(total, games, places):
            return [f"{points_words(total)} ÷ {games}, rounded half up to {places or 'no'} decimals"]
        case Performance(average, score, games, share, difference):
            return [f"average {average}; {points_words(score)} of {games} is {int(share * 100)} %: {difference:+d}"]
        case Perfect(score, expected, below):
            of_this, of_lower = (
                f"{points_words(expected)} expected of this rating",
                f"{points_words(below)} of one lower",
            )
            return [f"{points_words(score)} scored; {of_this}, {of_lower}"]
        case _:
            return [] if value.terms else [WITHOUT_TERMS.get(tie_break.kind.code, "Nothing yet.")]


WITHOUT_TERMS = {"DE": "Nobody else is level so far.", "RTNG": "The rating when the event began."}
MISSING_WORDS = {
    Missing.NO_GAME: "No game was played, so there is no number.",
    Missing.UNRATED: "A player of this event has no rating, so nobody has a number here.",
}


# -- direct encounter ----------------------------------------------------------------------------------------------


def _members(encounter: Encounter, names: Names) -> list[Line]:
    return [
        Line(
            0,
            f"{_name(names, member.number)}: {points_words(member.points)} against the others"
            + (f", {member.open} not met, at most {points_words(member.reachable)}" if member.open else ""),
            str(member.place) if member.place else "–",
        )
        for member in encounter.members
    ]


def _encounter_sums(encounter: Encounter) -> tuple[str, ...]:
    if any(member.place for member in encounter.members):
        return ("Their places among each other.",)
    return ("Their games among each other decide nothing.",)


def _name(names: Names, number: int) -> str:
    return names.get(number) or f"no. {number}"


def points_words(number: Fraction | None) -> str:
    """Halves as people write them."""
    if number is None:
        return "–"
    whole, rest = divmod(number, 1)
    if rest == Fraction(1, 2) and number > 0:
        return f"{whole or ''}½"
    return shown(number, 0)


def record(codes: list[Code]) -> tuple[int, int, int]:
    """Matches won, drawn and lost over the board."""
    played = [code for code in codes if code in PLAYED]
    won, drawn = sum(code in WON for code in played), sum(code in DRAWN for code in played)
    return won, drawn, len(played) - won - drawn
