"""A player's result in a round, in words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from competition.history import DRAWN_CODES, PLAYED_CODES, WON_CODES, Code, Result
from i18n.text import Text, joined, say

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.models import Pairing, TableSeat

BYES = {
    Code.PAIRING_BYE: _("bye"),
    Code.FULL_BYE: _("full-point bye"),
    Code.HALF_BYE: _("half-point bye"),
    Code.ZERO_BYE: _("not paired"),
}
BYE_EXPLAINED = {
    Code.PAIRING_BYE: _("No opponent was left: it counts as a win."),
    Code.FULL_BYE: _("A round off that counts as a win."),
    Code.HALF_BYE: _("A round off that counts as a draw."),
    Code.ZERO_BYE: _("Not paired in this round: no points."),
}
UNPLAYED_SIGNS = {
    Code.FORFEIT_WIN: "+",
    Code.FORFEIT_LOSS: "−",
    Code.PAIRING_BYE: "U",
    Code.FULL_BYE: "F",
    Code.HALF_BYE: "H",
    Code.ZERO_BYE: "Z",
}
SIGN_WORDS = {
    "+": _("a win by forfeit"),
    "−": _("a loss by forfeit"),
    "U": _("a bye because no opponent was left, worth a win"),
    "F": _("a full-point bye"),
    "H": _("a half-point bye"),
    "Z": _("not paired, no points"),
    "×": _("annulled, counts for neither"),
    "…": _("not over yet"),
}
ANNULLED, RUNNING = "×", "…"


def sign(code: Code) -> str:
    """Return the sign of a crosstable: 1, ½, 0; a forfeit + or −; a bye its letter; … while it runs."""
    if code in PLAYED_CODES:
        return "1" if code in WON_CODES else "½" if code in DRAWN_CODES else "0"
    return UNPLAYED_SIGNS.get(code, RUNNING)


def legend(signs: Container[str], words: Mapping[str, StrPromise]) -> list[tuple[str, str]]:
    """Return the signs among these that need explaining, with their meaning."""
    return [(mark, str(meaning)) for mark, meaning in words.items() if mark in signs]


def met(code: Code, opponent: str) -> str:
    """Say what became of the round, with the opponent: "beat Ada", "lost by forfeit to Ada", "plays Ada"."""
    if code is Code.FORFEIT_WIN:
        message = gettext("won by forfeit against %(opponent)s")
    elif code is Code.FORFEIT_LOSS:
        message = gettext("lost by forfeit to %(opponent)s")
    elif code is Code.RUNNING:
        message = gettext("plays %(opponent)s")
    elif code in WON_CODES:
        message = gettext("beat %(opponent)s")
    elif code in DRAWN_CODES:
        message = gettext("drew with %(opponent)s")
    else:
        message = gettext("lost to %(opponent)s")
    return message % {"opponent": opponent}


def to_meet(opponent: str) -> str:
    """Say that the match against this opponent hasn't begun, as it waits until both players have room for it."""
    return gettext("match against %(opponent)s, not begun") % {"opponent": opponent}


def noun(code: Code) -> str:
    """Say a result without the opponent: "won", "lost by forfeit", "bye", "running"."""
    if code in BYES:
        return str(BYES[code])
    if code is Code.RUNNING:
        return pgettext("a match", "running")
    if is_forfeit(code):
        return gettext("won by forfeit") if code in WON_CODES else gettext("lost by forfeit")
    return gettext("won") if code in WON_CODES else gettext("drawn") if code in DRAWN_CODES else gettext("lost")


def noun_of_team(code: Code) -> str:
    """Say a team's result: one without a match has missed the round."""
    return pgettext("a round", "missed") if code in BYES else noun(code)


def words(result: Result, opponent: str) -> str:
    if result.code in BYES:
        return noun(result.code)
    if not result.opponent:
        return noun(Code.FORFEIT_WIN if result.code in WON_CODES else Code.FORFEIT_LOSS)
    return met(result.code, opponent)


def not_begun() -> str:
    """Say that a match hasn't begun, as it waits until its players have room for it."""
    return pgettext("a match", "not begun")


def is_forfeit(code: Code) -> bool:
    return code in {Code.FORFEIT_WIN, Code.FORFEIT_LOSS}


def both(white: str, black: str) -> str:
    """Return the result of a decided pairing as it is announced: "1–0", "½–½", "+ – −" for a forfeit."""
    signs = sign(Code(white)), sign(Code(black))
    return " : ".join(signs) if is_forfeit(Code(white)) or is_forfeit(Code(black)) else "–".join(signs)


def measured_words(names: Iterable[str], measured: Iterable[int]) -> Text:
    """Say what a team reached: "Diamonds: 3, Turns left: 5, …"."""
    pairs = zip(names, measured, strict=True)
    return joined([say("%(name)s: %(number)s", name=name, number=number) for name, number in pairs])


def reached_words(pairing: Pairing) -> Text:
    """Say what a team reached in a pairing that is over."""
    return measured_words([say(each.name) for each in pairing.round.event.game.measures()], pairing.measured or ())


def places_words(pairing: Pairing) -> Text:
    """Say the places at a table that is over: "1. Ada, 2. Ben, 2. Cleo, Dora didn’t play"."""
    rows = sorted(pairing.table_seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.index))
    return joined([_place_words(row) for row in rows])


def _place_words(seat: TableSeat) -> Text:
    name = seat.entry.shown_name
    if seat.place is None:
        return say("%(name)s didn’t play", name=name)
    return say("%(place)s. %(name)s", place=seat.place, name=name)


def table_words(board: int) -> str:
    return gettext("table %(number)s") % {"number": board}


def place_at(place: int, board: int, others: str) -> str:
    """Say what a round at a table brought: "place 2 at table 3 with Ada and Ben"."""
    words = gettext("place %(place)s at table %(number)s with %(others)s")
    return words % {"place": place, "number": board, "others": others}
