"""What a match counts in its event, taken over when it is finished."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef

from engine.said import joined, noop, say
from fortify_site.accounts.models import User
from matches import clocks
from matches.models import Handover, Match, Seat, Turn
from matches.queries import standing

from . import gate, going_on, happenings, no_shows
from .cups import deciding
from .history import Code
from .log import Kind, note
from .models import Entry, Event, Pairing, Round
from .outcomes import both
from .refusal import Refused

log = logging.getLogger(__name__)

HALF = Decimal("0.5")
BY_ORGANISER = "forfeit"  # how a match ends that an organiser, or leaving the event, has a player lose
RULING = "ruling"  # how one ends whose winner an organiser has named
DECIDED = noop("Decided by an organiser.")


class Counted(NamedTuple):
    """What a finished match counts: TRF's letters, White's first, or that it is annulled."""

    white: str = ""
    black: str = ""
    is_annulled: bool = False


def counted(shares: Sequence[Decimal | None], played: Sequence[bool], how: str) -> Counted:
    """``shares`` and whether each has played a turn, in seat order; ``how`` the match ended. It is a result over the
    board when both have played at least one turn in it, and nobody was made to forfeit; half each always is. Where an
    organiser says who wins it is one all the same, but not for the ratings (TRF: W and L)."""
    white, black = shares
    if white is None or black is None:
        return Counted(is_annulled=True)
    if white == black == HALF:
        return Counted(Code.DRAW, Code.DRAW)
    if how == RULING and (white or black) and not all(played):
        return unrated(Counted(Code.WIN if white else Code.LOSS, Code.WIN if black else Code.LOSS))
    won, lost = (Code.WIN, Code.LOSS) if all(played) and how != BY_ORGANISER else (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)
    return Counted(won if white else lost, won if black else lost)


UNRATED = {Code.WIN: Code.UNRATED_WIN, Code.DRAW: Code.UNRATED_DRAW, Code.LOSS: Code.UNRATED_LOSS}


def unrated(result: Counted) -> Counted:
    """The same over the board, for nobody's rating."""
    white, black = (UNRATED.get(Code(code), code) if code else code for code in (result.white, result.black))
    return Counted(white, black, result.is_annulled)


def take(match: Match) -> None:
    """Take over the result of a finished match, if it is played in an event; again does no harm."""
    event_id = Pairing.objects.filter(match=match, decided_at=None).values_list("round__event", flat=True).first()
    if event_id is not None:
        gate.decide(event_id, partial(_take, match_id=match.pk))


def match_finished(sender: object, match: Match, **kwargs: Any) -> None:
    try:
        take(match)
    except Refused as refused:
        log.warning("the result of %s could not be taken over now (%s); the sweep will see to it", match, refused)


def take_missed() -> int:
    """Take over every result of which nobody heard; how many."""
    missed = Pairing.objects.filter(decided_at=None, match__status=Match.Status.FINISHED)
    missed = missed.select_related("match").defer("match__state").order_by("match__finished_at", "pk")
    taken = 0
    for pairing in missed.iterator(chunk_size=200):
        assert pairing.match is not None
        try:
            take(pairing.match)
            taken += 1
        except Exception:  # one match that cannot be read must not keep the results of others back
            log.exception("the result of %s could not be taken over", pairing.match)
    return taken


def take_in(
    event: Event, pairing: Pairing, *, by: User | None = None, reason: str = "", through: Entry | None = None
) -> bool:
    """Take over what the pairing's match says, with the event held; false where it is known, or not finished. ``by`` is
    the organiser who has just decided it for that ``reason``, and in a drawn match of a cup said who goes ``through``.
    """
    match = pairing.match
    if pairing.decided_at is not None or match is None or not match.is_over:
        return False
    seats = list(match.seats.order_by("index"))
    played = _who_played(match, seats)
    result = counted([seat.share for seat in seats], played, match.how_it_ended)
    if have_three_played(match):
        result = unrated(result)
    pairing.white_code, pairing.black_code, pairing.is_annulled = result
    pairing.white_points, pairing.black_points = (seat.score for seat in seats)
    pairing.settled_by_hand = match.how_it_ended in (RULING, BY_ORGANISER, "annulled")
    pairing.decided_at = match.finished_at or clocks.now()
    pairing.save()
    # The match's own words have the reason in them, too.
    write_down(event, pairing, match.result_words if by is None else say(DECIDED), by=by, reason=reason)
    if event.is_cup and deciding.is_drawn(pairing):
        deciding.decide(event, pairing, by=by, through=through)
    if match.how_it_ended == "time":
        no_shows.lost_on_time(event, pairing, _losers(pairing, seats))
    return True


def write_down(event: Event, pairing: Pairing, words: str, *, by: User | None = None, reason: str = "") -> None:
    """The result as a line of the event's log."""
    black = pairing.black.shown_name if pairing.black else say("bye")
    score = say("annulled") if pairing.is_annulled else both(pairing.white_code, pairing.black_code)
    number = pairing.round.number
    line = say(
        "Round %(round)s, board %(board)s: %(white)s – %(black)s %(score)s.",
        round=number,
        board=pairing.board,
        white=pairing.white.shown_name,
        black=black,
        score=score,
    )
    note(event, Kind.RESULT, joined([line, words], " ") if words else line, by=by, reason=reason, round_number=number)
    happenings.tell(event, happenings.Happening.MATCH_ENDED, pairing=pairing.pk)


def _take(event: Event, *, match_id: int) -> None:
    found = Pairing.objects.filter(match=match_id, round__event=event)
    pairing = found.select_related("round", "match", "white__player", "black__player").first()
    if pairing is None:
        return
    if pairing.round.stage == Round.Stage.DRAFT:  # it was taken back, and its matches annulled
        Pairing.objects.filter(pk=pairing.pk, decided_at=None).update(match=None)
        return
    take_in(event, pairing)
    going_on.go_on(event)


def have_three_played(match: Match) -> bool:
    """Whether a seat was taken over in which a turn had been played: no rating can be told from such a match."""
    handovers = Handover.objects.filter(seat__match=match)
    before = Turn.objects.filter(seat=OuterRef("seat"), kind=Turn.Kind.PLAY, index__lt=OuterRef("line__index"))
    return handovers.filter(Exists(before)).exists()


def _who_played(match: Match, seats: Sequence[Seat]) -> list[bool]:
    played = set(standing(match.turns).filter(kind=Turn.Kind.PLAY).values_list("seat", flat=True).distinct())
    return [seat.pk in played for seat in seats]


def _losers(pairing: Pairing, seats: Sequence[Seat]) -> list[no_shows.Loser]:
    """The entries that have lost, and whether who is in them now has played a turn."""
    turns = standing(Turn.objects).filter(kind=Turn.Kind.PLAY, index__gte=F("seat__since"))
    played = set(turns.filter(match=pairing.match).values_list("seat", flat=True).distinct())
    entries = (pairing.white_id, pairing.black_id)
    return [
        no_shows.Loser(entry, seat.pk in played)
        for entry, seat in zip(entries, seats, strict=True)
        if entry is not None and not seat.share
    ]
