"""The ending of a match for a seat, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import Enum
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.game import Game
from i18n.text import listed, minus
from matches.models import Match, Seat


class SeatEnding(Enum):
    """The way a match ended for a seat."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


SURE = (0, 1)  # shares that say by themselves how it ended


def ending_of(own: Decimal, shares: Sequence[Decimal]) -> SeatEnding:
    """Return how the match ended for a seat with the share ``own``, of the ``shares`` of all.

    The best share wins, also if several seats have it (``engine.values.Outcome``). A share that all have is a draw,
    unless all have won or lost together.
    """
    if own in SURE:
        return SeatEnding.WON if own else SeatEnding.LOST
    if own < max(shares):
        return SeatEnding.LOST
    return SeatEnding.WON if own > min(shares) else SeatEnding.DRAWN


NOT_BY_POINTS = frozenset({"resignation", "time", "agreement", "forfeit", "ruling"})


def is_decided(seats: Sequence[Seat]) -> bool:
    """Return whether a match that is over went better for some than for others."""
    return len({seat.share for seat in seats}) > 1


def result_in_words(match: Match, seats: Sequence[Seat]) -> str:
    """Return the winners of a match that is over: "Ann won", "Drawn", "Annulled".

    If several others played for points, it names everyone: "Ann won with 15; Ben 12, Cleo and Dev 9". For a team, which
    wins or loses together, it is "Ann and Ben won" or "Ann and Ben lost".
    """
    if all(seat.share is None for seat in seats):
        return _("Annulled")
    shares = [seat.share or 0 for seat in seats]
    if not is_decided(seats):
        team = {"names": listed([seat.name for seat in seats])}
        if not any(shares):
            return ngettext("%(names)s lost", "%(names)s lost", len(seats)) % team
        return ngettext("%(names)s won", "%(names)s won", len(seats)) % team if shares[0] == 1 else _("Drawn")
    best = max(shares)
    winners = [seat for seat, share in zip(seats, shares, strict=True) if share == best]
    others = [seat for seat in seats if seat not in winners]
    names = listed([seat.name for seat in winners])
    if not tells_points(match, seats):
        return ngettext("%(names)s won", "%(names)s won", len(winners)) % {"names": names}
    words = ngettext(
        "%(names)s won with %(points)s; %(others)s", "%(names)s won with %(points)s; %(others)s", len(winners)
    )
    return words % {"names": names, "points": minus(winners[0].score or 0), "others": scores_in_words(others)}


def tells_points(match: Match, seats: Sequence[Seat]) -> bool:
    """Return whether the result tells everyone's points.

    It does if the match had several players and ended by points, and all winners have equally many.
    """
    if len(seats) == 2 or match.how_it_ended in NOT_BY_POINTS or not is_decided(seats):
        return False
    best = max(seat.share or Decimal(0) for seat in seats)
    scores = {seat.score for seat in seats if (seat.share or 0) == best}
    return len(scores) == 1 and scores != {seat.score for seat in seats}


def headline(seats: Sequence[Seat], own: Seat) -> str:
    """Return the result as it concerns the reader: "You won 17–13", "You lost", "The match is drawn", "Your team won".

    If several others played, it says who beat the reader: "Ben has won".
    """
    if all(seat.share is None for seat in seats):
        return _("The match doesn’t count")
    best = max(seat.share or Decimal(0) for seat in seats)
    winners = [seat for seat in seats if best and seat.share == best]
    if not winners:
        return _("You lost") if len(seats) == 1 else _("Your team lost")
    if len(winners) == len(seats) and best < 1:
        return _("The match is drawn")
    if len(winners) == len(seats) > 1:
        return _("Your team won")
    points = _points_between(seats, own) if len(seats) == 2 else ""
    if winners == [own]:
        return _("You won %(points)s") % {"points": points} if points else _("You won")
    if len(seats) == 2:
        return _("You lost %(points)s") % {"points": points} if points else _("You lost")
    names = listed([_("You")] * (own in winners) + [seat.name for seat in winners if seat != own])
    if own in winners:
        return pgettext("the reader is one of them", "%(names)s share first place") % {"names": names}
    return ngettext("%(names)s has won", "%(names)s share first place", len(winners)) % {"names": names}


def _points_between(seats: Sequence[Seat], own: Seat) -> str:
    """Return the points in a match of two, "17–13", the reader's own first; "" if something else decided it."""
    other = next(seat for seat in seats if seat != own)
    if own.score is None or other.score is None or own.match.how_it_ended in NOT_BY_POINTS:
        return ""
    won_by = own.score - other.score if own.share == 1 else other.score - own.score
    return f"{own.score}–{other.score}" if won_by > 0 else ""


def scores_in_words(seats: Iterable[Seat]) -> str:
    """Return everyone's points, the most first: "Ben 12, Cleo and Dev 9"."""
    return points_in_words([(seat.name, seat.score or 0) for seat in seats])


def points_in_words(named: Iterable[tuple[str, int]]) -> str:
    """Return names with their points, the most first; names with equally many keep their order."""
    ranked = sorted(named, key=lambda each: -each[1])
    level = groupby(ranked, key=lambda each: each[1])
    return ", ".join(f"{listed([name for name, _points in group])} {minus(points)}" for points, group in level)


def what_resigning_does(game: Game, state: Any, seats: Sequence[Seat], seat: Seat) -> str:
    """Tell the player what resigning leads to: "If you resign, you leave the match at once; Ben plays on."."""
    after = game.forfeit(state, seat.index, "resignation")
    outcome = game.outcome(after)
    if outcome is None:
        playing = [other.name for other in seats if other.index not in game.given_up(after)]
        return ngettext(
            "If you resign, you leave the match at once; %(names)s plays on.",
            "If you resign, you leave the match at once; %(names)s play on.",
            len(playing),
        ) % {"names": listed(playing)}
    winners = [seats[index].name for index in outcome.winners]
    if not winners and len(seats) > 1:
        return _("You’re the last player left: if you resign, your team loses at once.")
    if not winners:
        return _("If you resign, you lose the match at once.")
    return ngettext(
        "If you resign, you lose the match at once; %(names)s wins.",
        "If you resign, you lose the match at once; %(names)s share the win.",
        len(winners),
    ) % {"names": listed(winners)}
