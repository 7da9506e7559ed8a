"""Draws by agreement: offered, accepted, declined."""

from __future__ import annotations

from engine.game import GameError
from i18n.text import say
from matches.models import Seat, Turn
from matches.queries import standing

from .locked_match import LockedMatch
from .locking import locked_for_seat
from .refused import Refused, refuse_if_over


@locked_for_seat
def offer_draw(table: LockedMatch, seat: Seat, via: Turn.Via) -> Turn:
    """Offer a draw, once between two turns; against an open offer of the other seat this is the agreement.
    Raises ``Refused``."""
    refuse_if_over(table.match)
    if not table.game.draws or len(table.seats) != 2:
        raise Refused(say("Players can’t agree a draw in %(game)s.", game=table.game.name), "illegal")
    if not table.match.draws:
        raise Refused(say("Players can’t agree a draw in this event."), "illegal")
    if table.match.draw_offered_by_id not in {None, seat.pk}:
        return _agree(table, seat, via)
    earlier = _offer_since_last_turn(table, seat)
    if earlier is not None and table.match.draw_offered_by_id == seat.pk:
        return earlier
    if earlier is not None:
        raise Refused(say("You’ve already offered a draw. You can offer again after the next turn."), "illegal")
    return _open_offer(table, seat, via)


def _open_offer(table: LockedMatch, seat: Seat, via: Turn.Via) -> Turn:
    table.match.draw_offered_by = seat
    turn = table.log(Turn.Kind.DRAW_OFFER, seat, via, say("Offered a draw."))
    table.tell("draw_offered", table.others(seat), turn)
    table.save()
    return turn


def _offer_since_last_turn(table: LockedMatch, seat: Seat) -> Turn | None:
    turns = standing(table.match.turns)
    last_play = turns.filter(number__isnull=False).order_by("-index").values_list("index", flat=True).first()
    offers = turns.filter(kind=Turn.Kind.DRAW_OFFER, seat=seat, index__gt=-1 if last_play is None else last_play)
    return offers.order_by("-index").first()


@locked_for_seat
def accept_draw(table: LockedMatch, seat: Seat, via: Turn.Via) -> Turn:
    """Agree to the open offer. Raises ``Refused``."""
    if (done := table.ended_by(Turn.Kind.AGREEMENT, seat)) is not None:
        return done
    refuse_if_over(table.match)
    _refuse_without_offer(table, seat)
    return _agree(table, seat, via)


@locked_for_seat
def decline_draw(table: LockedMatch, seat: Seat, via: Turn.Via) -> Turn:
    """Turn the open offer down. Raises ``Refused``."""
    refuse_if_over(table.match)
    offerer = _refuse_without_offer(table, seat)
    table.match.draw_offered_by = None
    turn = table.log(Turn.Kind.DRAW_DECLINED, seat, via, say("Declined the draw."))
    table.tell("draw_declined", [offerer], turn)
    table.save()
    return turn


def _refuse_without_offer(table: LockedMatch, seat: Seat) -> Seat:
    offered_by = table.match.draw_offered_by_id
    if offered_by is None:
        raise Refused(say("There’s no draw offer to answer."), "stale")
    if offered_by == seat.pk:
        raise Refused(say("You offered this draw, so your opponent has to answer."), "not_asked")
    return table.seat(offered_by)


def _agree(table: LockedMatch, seat: Seat, via: Turn.Via) -> Turn:
    try:
        state = table.game.agree_draw(table.state)
    except GameError as error:
        raise Refused(error.args[0], "illegal") from error
    turn = table.log(Turn.Kind.AGREEMENT, seat, via, say("Accepted the draw."), state)
    table.go_on()
    return turn
