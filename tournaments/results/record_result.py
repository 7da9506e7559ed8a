"""The value of a finished match in its event."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from accounts.models import User
from competition.history import Code
from i18n.text import noop, say
from matches.models import LogEntry, Match, Seat
from matches.record import line_authors
from matches.record.names import named_result
from matches.record.record import standing
from timekeeping import clock
from tournaments.models import Entry, Event, Pairing
from tournaments.rounds.log_result import log_result

from . import at_table
from .at_table import Given

HALF = Decimal("0.5")
BY_ORGANISER = "forfeit"  # how a match ends that an organiser, or leaving the event, has a player lose
RULING = "ruling"  # how one ends whose winner an organiser has named
DECIDED = noop("Decided by an organiser.")


class Counted(NamedTuple):
    """The value of a finished match: TRF's letters, White's first, or that it is annulled."""

    white: str = ""
    black: str = ""
    is_annulled: bool = False


def counted(shares: Sequence[Decimal | None], played: Sequence[bool], how: str) -> Counted:
    """Return the result that a match counts as.

    ``shares`` and ``played`` (whether each has played a turn) are in seat order; ``how`` is how the match ended. It is
    a result over the board if both have played at least one turn and no one was made to forfeit. A draw or an
    organiser's ruling always is one, but doesn't count for ratings if one of them hasn't played (TRF: W, D and L).
    """
    white, black = shares
    if white is None or black is None:
        return Counted(is_annulled=True)
    if white == black == HALF:
        drawn = Counted(Code.DRAW, Code.DRAW)
        return drawn if all(played) else unrated(drawn)
    if how == RULING and (white or black) and not all(played):
        return unrated(Counted(Code.WIN if white else Code.LOSS, Code.WIN if black else Code.LOSS))
    won, lost = (Code.WIN, Code.LOSS) if all(played) and how != BY_ORGANISER else (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)
    return Counted(won if white else lost, won if black else lost)


UNRATED = {Code.WIN: Code.UNRATED_WIN, Code.DRAW: Code.UNRATED_DRAW, Code.LOSS: Code.UNRATED_LOSS}


def unrated(result: Counted) -> Counted:
    """Return a result over the board as one that doesn't count for ratings."""
    white, black = (UNRATED.get(Code(code), code) if code else code for code in (result.white, result.black))
    return Counted(white, black, result.is_annulled)


def record(
    event: Event,
    pairing: Pairing,
    match: Match,
    *,
    by: User | None,
    reason: str,
    through: Entry | None,
    given: Given | None = None,
) -> list[Seat]:
    """Store what the finished match says as the pairing's result, with the event locked; return its seats.

    ``by`` is the organiser who decided it for that ``reason``, and said who goes ``through`` after a drawn cup match,
    or what places were ``given`` at a table.
    """
    seats = list(match.seats.order_by("index"))
    played = _who_played(match, seats)
    pairing.settled_by_hand = match.how_it_ended in (RULING, BY_ORGANISER, "annulled")
    pairing.decided_at = match.finished_at or clock.now()
    if pairing.size:
        at_table.write_down(pairing, match, seats, played, given)
        pairing.save()
        log_result(event, pairing, named_result(match) if by is None else say(DECIDED), by=by, reason=reason)
        return seats
    result = counted([seat.share for seat in seats], played, match.how_it_ended)
    if have_three_played(match):
        result = unrated(result)
    pairing.white_code, pairing.black_code, pairing.is_annulled = result
    pairing.white_points, pairing.black_points = (seat.score for seat in seats)
    pairing.save()
    # The match's own words have the reason in them, too.
    log_result(event, pairing, named_result(match) if by is None else say(DECIDED), by=by, reason=reason)
    event.rules.settle_draw(event, pairing, by=by, through=through)
    return seats


def is_for_ratings(match: Match) -> bool:
    """Return whether each seat has played a turn, and none was taken over after one."""
    return all(_who_played(match, list(match.seats.all()))) and not have_three_played(match)


def have_three_played(match: Match) -> bool:
    """Return whether a seat was taken over after its player had played a turn, so that the match can't be rated."""
    return line_authors.after_a_turn().filter(seat__match=match).exists()


def _who_played(match: Match, seats: Sequence[Seat]) -> list[bool]:
    played = set(standing(match.log).filter(kind=LogEntry.Kind.PLAY).values_list("seat", flat=True).distinct())
    return [seat.pk in played for seat in seats]
