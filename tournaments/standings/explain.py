"""Explanations of the numbers in a table, in lines of text for pages to unfold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.history import DRAWN_CODES, PLAYED_CODES, WON_CODES, Code, System
from competition.standings import (
    CapBy,
    Cut,
    Encounter,
    Mean,
    Member,
    Missing,
    Perfect,
    Performance,
    Term,
    TieBreak,
    TieBreakValue,
)
from competition.standings.tie_break_kind import shown
from i18n.text import listed, minus

from .result_words import BYES, met, noun, noun_of_team

Names = Mapping[int, str]
TAKES_POINTS = frozenset({"BH", "FB", "SB"})
COUNTS_ROUNDS = frozenset({"WIN", "WON", "BPG", "BWG", "REP"})
GIVES_POINTS = frozenset({"PTS", "STD"})
CUT_WORDS = {
    Cut.LOW: gettext_lazy("left out as the lowest"),
    Cut.HIGH: gettext_lazy("left out as the highest"),
    Cut.VOLUNTARY: gettext_lazy("left out as a round missed by choice: C.07, 16.5"),
    Cut.LIMIT: gettext_lazy("left out"),
}
OPPONENTS_CUT_WORDS = {
    Cut.LOW: gettext_lazy("left out as the opponent with the lowest score"),
    Cut.HIGH: gettext_lazy("left out as the opponent with the highest score"),
}
"""Words for tie-breaks that leave opponents out by their score, but don't count that score alone (C.07, 14)."""
RULES = "FIDE C.07"


class ExplanationLine(NamedTuple):
    """A line of an explanation. ``round`` is 0 if it is about no single round. ``amount`` is what it adds, or ""."""

    round: int
    words: str
    amount: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    lines: tuple[ExplanationLine, ...]
    sums: tuple[str, ...]
    article: str


def explained(tie_break: TieBreak, value: TieBreakValue, names: Names) -> Explanation:
    """Explain how a number came about; ``sums`` are set if it isn't just the sum of the lines."""
    if isinstance(value.basis, Encounter):
        return Explanation(tuple(_members(value.basis, names)), _encounter_sums(value.basis), article(tie_break))
    # Of what is only counted, the rounds that do not count would say nothing.
    is_count = tie_break.kind.code in COUNTS_ROUNDS
    lines = tuple(_line(tie_break, term, names) for term in value.terms if term.contribution or not is_count)
    sums = _sums(tie_break, value) if lines or not is_count else [_("No round counts.")]
    return Explanation(lines, tuple(sums), article(tie_break))


def article(tie_break: TieBreak) -> str:
    """Return where the rule stands: "FIDE C.07, 8.1 and 14.1"; "" for a game's own measures of teams."""
    if System.TEAMS in tie_break.kind.offered:
        return ""
    if not tie_break.articles:
        return _("this site’s own")
    return _("%(rules)s, %(articles)s") % {"rules": RULES, "articles": listed(tie_break.articles)}


# -- lines ---------------------------------------------------------------------------------------------------------


def _line(tie_break: TieBreak, term: Term, names: Names) -> ExplanationLine:
    words = (_at_table if term.at_table else _words_for(tie_break))(tie_break, term, names)
    if term.is_assumed:
        words = _("%(words)s (unrated, counts as %(rating)s)") % {"words": words, "rating": points_words(term.value)}
    if term.cut:
        words = _("%(words)s; %(left_out)s") % {"words": words, "left_out": _cut_words(tie_break, term.cut)}
    return ExplanationLine(term.round, words, tie_break.show(term.contribution), term.cut is not None)


def _cut_words(tie_break: TieBreak, cut: Cut) -> str:
    if tie_break.kind.code == "PS" and cut is Cut.LOW:
        return _("left out as the earliest")
    if tie_break.kind.code == "SB" and cut in OPPONENTS_CUT_WORDS:
        return str(OPPONENTS_CUT_WORDS[cut])
    return str(CUT_WORDS[cut])


def _at_table(tie_break: TieBreak, term: Term, names: Names) -> str:
    """Say what a table brought: "place 2 with Ada and Ben, scoring 43", or the others' points where those count."""
    at = term.at_table
    assert at is not None
    if at.met and tie_break.kind.code == "TPS":
        made = max(at.score, 0)
        total = made + sum(of for _number, of in at.met)
        words = _("%(points)s of the %(total)s points of %(players)s players")
        return words % {"points": made, "total": total, "players": len(at.met) + 1}
    if at.met and tie_break.kind.code == "TOP":
        mean = _("the mean of %(points)s")
        return mean % {"points": listed([f"{_name(names, number)} ({points_words(of)})" for number, of in at.met])}
    facts = {"place": at.place, "others": listed([_name(names, number) for number, _points in at.met])}
    if not at.met:
        return _("place %(place)s, alone") % facts
    return _("place %(place)s with %(others)s, scoring %(points)s") % {**facts, "points": minus(at.score)}


def _words_for(tie_break: TieBreak) -> Callable[[TieBreak, Term, Names], str]:
    code = tie_break.kind.code
    if System.TEAMS in tie_break.kind.offered:
        return _of_team
    if code in TAKES_POINTS:
        return _opponents_points
    if code in COUNTS_ROUNDS | GIVES_POINTS:
        return _round
    return _OTHERS.get(code, _opponent)


def _of_team(_tie_break: TieBreak, term: Term, _names: Names) -> str:
    if term.code is Code.RUNNING:
        return _("under way, as if missed")
    return noun_of_team(term.code)


def _round(_tie_break: TieBreak, term: Term, names: Names) -> str:
    if term.code in BYES:
        return noun(term.code)
    if not term.opponent:
        return noun(Code.FORFEIT_WIN if term.code in WON_CODES else Code.FORFEIT_LOSS)
    return met(term.code, _name(names, term.opponent))


def _opponent(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return names.get(term.opponent) or _round(_tie_break, term, names)


def _opponents_points(tie_break: TieBreak, term: Term, names: Names) -> str:
    words = _stands_for(term, names) if term.dummy else _points_taken(tie_break, term, names)
    if term.factor is None:
        return words
    return f"{words}: {points_words(term.value)} × {points_words(term.factor)}"


def _stands_for(term: Term, names: Names) -> str:
    """Say what stands for an unplayed round: the player's own points, up to a limit (C.07, 16.4)."""
    dummy = term.dummy
    assert dummy is not None
    if term.code in BYES:
        what = noun(term.code)
    else:
        what = _("forfeit, %(opponent)s") % {"opponent": _name(names, term.opponent)}
    if not dummy.is_capped:
        words = _("%(what)s (own %(points)s)")
    elif dummy.cap_by is CapBy.OPPONENT:
        words = _("%(what)s (own %(points)s, at most the opponent’s %(most)s: C.07, 16.4.1)")
    else:
        words = _("%(what)s (own %(points)s, at most a draw a round, %(most)s: C.07, 16.4.2)")
    return words % {"what": what, "points": points_words(dummy.own), "most": points_words(dummy.cap)}


def _points_taken(tie_break: TieBreak, term: Term, names: Names) -> str:
    name = _name(names, term.opponent)
    if term.points is None:
        return name
    last_drawn = _("%(opponent)s (%(points)s, last round as drawn %(taken)s)")
    byes_drawn = _("%(opponent)s (%(points)s, byes at the end as draws %(taken)s)")
    words = last_drawn if _is_fore(tie_break) else byes_drawn
    return words % {"opponent": name, "points": points_words(term.points), "taken": points_words(term.value)}


def _is_fore(tie_break: TieBreak) -> bool:
    return tie_break.kind.code == "FB" or tie_break.modifiers.fore


def _koya(_tie_break: TieBreak, term: Term, names: Names) -> str:
    facts = {"met": met(term.code, _name(names, term.opponent)), "points": points_words(term.value)}
    if term.limit is None:
        return _("%(met)s, who has %(points)s") % facts
    return _("%(met)s, who has %(points)s (%(limit)s needed)") % {**facts, "limit": points_words(term.limit)}


def _running_total(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return _("%(round)s: so far") % {"round": _round(_tie_break, term, names)}


def _difference(_tie_break: TieBreak, term: Term, names: Names) -> str:
    own, against = points_words(term.value), points_words(term.against)
    words = (
        f"{_name(names, term.opponent)}: {own}"
        if term.against is None
        else f"{_name(names, term.opponent)}: {own} − {against}"
    )
    is_limited = term.limit is not None and term.against is not None and term.contribution != term.value - term.against
    if not is_limited:
        return words
    return _("%(points)s, counted up to %(limit)s") % {"points": words, "limit": points_words(term.limit)}


def _score_and_rating(_tie_break: TieBreak, term: Term, names: Names) -> str:
    return met(term.code, _name(names, term.opponent))


def _expected(_tie_break: TieBreak, term: Term, names: Names) -> str:
    facts = {"met": met(term.code, _name(names, term.opponent)), "rating": points_words(term.value)}
    return _("%(met)s, rated %(rating)s: expected") % facts


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


def _sums(tie_break: TieBreak, value: TieBreakValue) -> list[str]:
    if value.missing is not None:
        return [str(MISSING_WORDS[value.missing])]
    match value.basis:
        case Mean(total, games, places):
            return [_mean_words(total, games, places)]
        case Performance(average, score, games, share, difference):
            words = _("average %(average)s; %(points)s of %(games)s is %(share)s%%: %(difference)s")
            facts = {"average": average, "points": points_words(score), "games": games}
            return [words % {**facts, "share": int(share * 100), "difference": f"{difference:+d}"}]
        case Perfect(score, expected, below):
            words = _("%(points)s scored; %(expected)s expected of this rating, %(below)s of one lower")
            facts = {"points": points_words(score), "expected": points_words(expected)}
            return [words % {**facts, "below": points_words(below)}]
        case _:
            return [] if value.terms else [str(WITHOUT_TERMS.get(tie_break.kind.code, NOTHING_YET))]


def _mean_words(total: Fraction, games: int, places: int) -> str:
    facts = {"total": points_words(total), "games": games, "number": places}
    if not places:
        return _("%(total)s ÷ %(games)s, rounded half up to no decimals") % facts
    words = ngettext(
        "%(total)s ÷ %(games)s, rounded half up to %(number)s decimals",
        "%(total)s ÷ %(games)s, rounded half up to %(number)s decimals",
        places,
    )
    return words % facts


NOTHING_YET = gettext_lazy("Nothing yet.")
WITHOUT_TERMS = {
    "DE": gettext_lazy("No other player is level so far."),
    "RTNG": gettext_lazy("The rating when the event began."),
}
MISSING_WORDS = {
    Missing.NO_GAME: gettext_lazy("No game was played, so there is no number."),
    Missing.UNRATED: gettext_lazy("A player of this event has no rating, so nobody has a number here."),
    Missing.NO_RATING: gettext_lazy("This player has no rating."),
}


# -- direct encounter ----------------------------------------------------------------------------------------------


def _members(encounter: Encounter, names: Names) -> list[ExplanationLine]:
    return [
        ExplanationLine(
            0,
            _member_words(member, _name(names, member.number)),
            str(member.place) if member.place else "–",
        )
        for member in encounter.members
    ]


def _member_words(member: Member, name: str) -> str:
    facts = {"name": name, "points": points_words(member.points)}
    if not member.open:
        return _("%(name)s: %(points)s against the others") % facts
    words = _("%(name)s: %(points)s against the others, %(open)s not met, at most %(most)s")
    return words % {**facts, "open": member.open, "most": points_words(member.reachable)}


def _encounter_sums(encounter: Encounter) -> tuple[str, ...]:
    if any(member.place for member in encounter.members):
        return (_("Their places among themselves."),)
    return (_("Their matches against each other don’t separate them."),)


def _name(names: Names, number: int) -> str:
    return names.get(number) or _("no. %(number)s") % {"number": number}


def points_words(number: Fraction | None) -> str:
    """Write points as people do, with ½, and a minus sign that isn't parted from its number."""
    if number is None:
        return "–"
    whole, rest = divmod(number, 1)
    if rest == Fraction(1, 2) and number > 0:
        return f"{whole or ''}½"
    return shown(number, 0)


def record(codes: list[Code]) -> tuple[int, int, int]:
    """Count matches won, drawn and lost over the board."""
    played = [code for code in codes if code in PLAYED_CODES]
    won, drawn = sum(code in WON_CODES for code in played), sum(code in DRAWN_CODES for code in played)
    return won, drawn, len(played) - won - drawn
