"""Draws by agreement: offering, accepting and declining one. A turn lets an offer lapse.

So does a turn that the clock plays (``LockedMatch``).
"""

from __future__ import annotations

from engine.errors import GameError
from i18n.text import say
from matches.models import LogEntry, Seat
from matches.record.record import standing

from . import lock
from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused, refuse_if_over

PAGES = frozenset({LogEntry.Via.SITE, LogEntry.Via.LINK})  # which ask before a match ends


@transaction_with_retry
def offer_draw(seat: Seat, via: LogEntry.Via) -> LogEntry:
    """Offer a draw, once between two turns. Raises ``MatchRefused``.

    If the other seat has an open offer, which a page may not have shown yet, an offer by email or from a program
    accepts it.
    """
    locked_match, seat = lock_own_seat(seat)
    refuse_if_over(locked_match.match)
    if not locked_match.game.draws or len(locked_match.seats) != 2:
        raise MatchRefused(say("Players can’t agree a draw in %(game)s.", game=locked_match.game.name), "illegal")
    if not locked_match.match.draws:
        raise MatchRefused(say("Players can’t agree a draw in this event."), "illegal")
    if locked_match.match.draw_offered_by_id not in {None, seat.pk}:
        if via in PAGES:
            raise MatchRefused(say("Your opponent has just offered a draw. Accept it to end the match."), "stale")
        return _agree(locked_match, seat, via)
    earlier = _offer_since_last_turn(locked_match, seat)
    if earlier is not None and locked_match.match.draw_offered_by_id == seat.pk:
        return earlier
    if earlier is not None:
        raise MatchRefused(say("You’ve already offered a draw. You can offer again after the next turn."), "illegal")
    return _open_offer(locked_match, seat, via)


def _open_offer(locked_match: LockedMatch, seat: Seat, via: LogEntry.Via) -> LogEntry:
    locked_match.match.draw_offered_by = seat
    line = locked_match.log(LogEntry.Kind.DRAW_OFFER, seat, via, say("Offered a draw."))
    locked_match.tell("draw_offered", locked_match.others(seat), line)
    lock.save(locked_match)
    return line


def _offer_since_last_turn(locked_match: LockedMatch, seat: Seat) -> LogEntry | None:
    turns = standing(locked_match.match.log)
    last_play = turns.filter(number__isnull=False).order_by("-index").values_list("index", flat=True).first()
    offers = turns.filter(kind=LogEntry.Kind.DRAW_OFFER, seat=seat, index__gt=-1 if last_play is None else last_play)
    return offers.order_by("-index").first()


@transaction_with_retry
def accept_draw(seat: Seat, via: LogEntry.Via) -> LogEntry:
    """Agree to the open offer. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    if (done := locked_match.ended_by(LogEntry.Kind.AGREEMENT, seat)) is not None:
        return done
    refuse_if_over(locked_match.match)
    _offerer_or_refuse(locked_match, seat)
    return _agree(locked_match, seat, via)


@transaction_with_retry
def decline_draw(seat: Seat, via: LogEntry.Via) -> LogEntry:
    """Turn the open offer down. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    refuse_if_over(locked_match.match)
    offerer = _offerer_or_refuse(locked_match, seat)
    locked_match.match.draw_offered_by = None
    line = locked_match.log(LogEntry.Kind.DRAW_DECLINED, seat, via, say("Declined the draw."))
    locked_match.tell("draw_declined", [offerer], line)
    lock.save(locked_match)
    return line


def _offerer_or_refuse(locked_match: LockedMatch, seat: Seat) -> Seat:
    offered_by = locked_match.match.draw_offered_by_id
    if offered_by is None:
        raise MatchRefused(say("There’s no draw offer to answer."), "stale")
    if offered_by == seat.pk:
        raise MatchRefused(say("You offered this draw, so your opponent has to answer."), "not_asked")
    return locked_match.seat(offered_by)


def _agree(locked_match: LockedMatch, seat: Seat, via: LogEntry.Via) -> LogEntry:
    try:
        state = locked_match.game.agree_draw(locked_match.state)
    except GameError as error:
        raise MatchRefused(error.args[0], "illegal") from error
    line = locked_match.log(LogEntry.Kind.AGREEMENT, seat, via, say("Accepted the draw."), state)
    locked_match.move_on()
    lock.save(locked_match)
    return line
