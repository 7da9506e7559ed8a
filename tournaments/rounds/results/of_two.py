"""Outcomes of matches of two: TRF's letters for each."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.db.models import F

from competition.history import Code
from matches.gate import rulings
from matches.models import LogEntry, Match, Seat
from matches.record import line_authors
from matches.record.record import standing
from tournaments.models import Event, Pairing
from tournaments.standings.result_words import both

from .outcomes import Loser, Outcomes
from .record_result import who_played
from .verdicts import CODES, DRAWN, SHARES, Given, Ruling, Verdict

HALF = Decimal("0.5")
BY_ORGANISER = "forfeit"  # how a match ends that an organiser, or leaving the event, has a player lose
RULING = "ruling"  # how one ends whose winner an organiser has named


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


class OfTwo(Outcomes):
    """Outcomes of matches of two."""

    def take(
        self, pairing: Pairing, match: Match, seats: Sequence[Seat], played: Sequence[bool], given: Given | None
    ) -> None:
        result = counted([seat.share for seat in seats], played, match.how_it_ended)
        if _have_three_played(match):
            result = unrated(result)
        pairing.white_code, pairing.black_code, pairing.is_annulled = result
        pairing.white_points, pairing.black_points = (seat.score for seat in seats)

    def lost_on_time(self, pairing: Pairing, seats: Sequence[Seat]) -> list[Loser]:
        """Return the entries that have lost, each with whether its present player has played a turn."""
        if pairing.match is None or pairing.match.how_it_ended != "time":
            return []
        turns = standing(LogEntry.objects).filter(kind=LogEntry.Kind.PLAY, index__gte=F("seat__since"))
        played = set(turns.filter(match=pairing.match).values_list("seat", flat=True).distinct())
        entries = (pairing.white_id, pairing.black_id)
        return [
            Loser(entry, seat.pk in played)
            for entry, seat in zip(entries, seats, strict=True)
            if entry is not None and not seat.share
        ]

    def stands(self, pairing: Pairing) -> str:
        return f"{pairing.white_code}{pairing.black_code}"

    def words(self, pairing: Pairing) -> str:
        return both(pairing.white_code, pairing.black_code)

    def in_short(self, pairing: Pairing) -> str:
        return both(pairing.white_code, pairing.black_code) if pairing.white_code and pairing.black_code else ""

    def complete(self, pairing: Pairing, ruling: Ruling) -> Ruling:
        return ruling

    def is_as_ruled(self, event: Event, pairing: Pairing, ruling: Ruling) -> bool:
        verdict, points = ruling.verdict, ruling.points
        if points not in (None, (pairing.white_points, pairing.black_points)):
            return False
        if pairing.is_annulled or ruling.is_annulled:
            return pairing.is_annulled and ruling.is_annulled
        if verdict in DRAWN and ruling.through(pairing) != event.rules.named_to_advance(pairing):
            return False
        rated = Counted(*CODES[verdict])
        expected = {each.white + each.black for each in (rated, unrated(rated))}
        if verdict is Verdict.BOTH_LOSE and pairing.match is not None and pairing.match.how_it_ended == RULING:
            expected |= {"00"}  # both have played
        return self.stands(pairing) in expected

    def end(self, match: Match, pairing: Pairing, ruling: Ruling, reason: str) -> None:
        if ruling.verdict in SHARES:
            rulings.rule(match, SHARES[ruling.verdict], reason)
        else:
            loser = 1 if ruling.verdict is Verdict.WHITE_BY_FORFEIT else 0
            rulings.forfeit(match.seats.get(index=loser), reason)

    def correct(self, pairing: Pairing, ruling: Ruling) -> None:
        result = Counted(*CODES[ruling.verdict])
        if pairing.match is not None and not _is_for_ratings(pairing.match):
            result = unrated(result)
        pairing.white_code, pairing.black_code = result.white, result.black
        pairing.through, pairing.through_words = None, ""
        if ruling.points is not None:
            pairing.white_points, pairing.black_points = ruling.points


def _is_for_ratings(match: Match) -> bool:
    """Return whether each seat has played a turn, and none was taken over after one."""
    return all(who_played(match, list(match.seats.all()))) and not _have_three_played(match)


def _have_three_played(match: Match) -> bool:
    """Return whether a seat was taken over after its player had played a turn, so that the match can't be rated."""
    return line_authors.after_a_turn().filter(seat__match=match).exists()
