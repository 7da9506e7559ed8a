"""What a player asks for in a reply about a match, done through the gate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from django.db import transaction

from engine.game import GameError, MistypedTurn, UnreadableTurn
from engine.said import say
from matches import conditional, draws, play, saying, taking_back
from matches.mail import links
from matches.models import Link, Match, Seat, Turn
from matches.refusal import Refused, over, refuse_if_over
from matches.taking_back import state_before

from . import answering
from .commands import (
    Accept,
    Conditional,
    ConfirmResign,
    Decline,
    Help,
    OfferDraw,
    Order,
    Orders,
    Resign,
    Say,
    Show,
    Submit,
    TakeBack,
    Unclear,
    conditions_among,
    understand,
)
from .leasing import Outcome
from .reading import is_mixed
from .reply import Reply

MAIL = Turn.Via.MAIL
TWO = {"two turns": "two turns", "two orders": "two orders"}


class Busy(Exception):
    """The match is busy; the mail is to be read again later."""


def act(reply: Reply) -> Outcome:
    """Do it, or say why not. Raises ``Busy``."""
    orders = _orders(reply)
    if reply.is_of_several and not isinstance(orders.order, Help | Show):
        return answering.refusal(reply, "several", "")
    if isinstance(orders.order, Unclear):
        return _ask_back(replace(reply, unused=orders.unused), orders.order, orders.at)
    return _try(replace(reply, unused=orders.unused), orders, orders.order)


def order_in(reply: Reply) -> str:
    """The line that is an order or a turn; "" where none is, or the reply is about no match, or a secret."""
    if reply.link.seat is None or not reply.lines or _is_secret(reply):
        return ""
    orders = _orders(reply)
    return "" if isinstance(orders.order, Unclear | Say) else reply.lines[orders.at]


def _try(reply: Reply, orders: Orders, order: Order) -> Outcome:
    try:
        with transaction.atomic():  # an order, and what is said beside it: both or neither
            outcome = _do(reply, orders, order)
            if not isinstance(order, Submit | Say):  # a turn takes its line along
                for words in orders.says:
                    saying.say(_seat(reply), words, MAIL)
            return outcome
    except Refused as refused:
        if refused.code == "busy":
            raise Busy(refused.message) from refused
        return _refuse(reply, orders, order, refused)


def _do(reply: Reply, orders: Orders, order: Order) -> Outcome:
    seat = _seat(reply)
    match order:
        case Submit():
            return _submit(reply, seat, orders, order)
        case Conditional():
            return _set_lines(reply, seat, orders, order)
        case Help():
            return answering.hello(reply, "help")
        case Show():
            return answering.position(reply)
        case Resign():
            return _ask_whether_to_resign(reply)
        case ConfirmResign():
            return _resign(reply, seat, orders)
        case Say():
            return answering.receipt(reply, saying.say(seat, order.text, MAIL))
        case TakeBack():
            return answering.taken_back(reply, _take_back(reply, seat), said=" ".join(orders.says))
        case OfferDraw() | Accept() | Decline():
            return answering.receipt(reply, _ACTS[type(order)](reply, seat), said=" ".join(orders.says))


# -- turns -----------------------------------------------------------------------------------------------------------


def _submit(reply: Reply, seat: Seat, orders: Orders, order: Submit) -> Outcome:
    number = reply.link.number
    if number is None:
        raise _asked_for_no_turn(seat)
    message = " ".join(orders.says)
    turn = play.submit_turn(seat, number, order.text, MAIL, message, stamped_at=reply.mail.arrived_at)
    if not orders.conditional:
        return answering.receipt(reply, turn)
    return answering.receipt(reply, turn, has_lines=True, lines_fault=_set_after(seat, orders.conditional))


def _set_after(seat: Seat, text: str) -> str:
    """Why conditional turns could not be set after a turn that was played; "" if they were."""
    try:
        conditional.set_lines(seat, text, MAIL)
    except Refused as refused:
        return refused.message
    return ""


def _asked_for_no_turn(seat: Seat) -> Refused:
    if seat.match.is_over:
        return over(seat.match)
    if seat.number is None:
        return Refused(say("It is not your turn now."), "not_asked")
    return Refused(say("The mail that you replied to did not ask for this turn."), "stale")


def _set_lines(reply: Reply, seat: Seat, orders: Orders, order: Conditional) -> Outcome:
    _refuse_if_moved_on(reply)
    conditional.set_lines(seat, order.text, MAIL)
    return answering.lines_set(reply, " ".join(orders.says))


# -- other orders ----------------------------------------------------------------------------------------------------


def _ask_whether_to_resign(reply: Reply) -> Outcome:
    refuse_if_over(_match(reply))
    return answering.confirm_resignation(reply)


def _resign(reply: Reply, seat: Seat, orders: Orders) -> Outcome:
    """Only in answer to the question, and while nobody else has played since it was asked."""
    if reply.link.purpose != Link.Purpose.RESIGN:
        return answering.hello(reply, "yes")
    _refuse_if_moved_on(reply)
    return answering.receipt(reply, play.resign(seat, MAIL), said=" ".join(orders.says))


def _offer_draw(reply: Reply, seat: Seat) -> Turn:
    _refuse_if_moved_on(reply)
    return draws.offer_draw(seat, MAIL)


def _accept(reply: Reply, seat: Seat) -> Turn:
    _refuse_if_moved_on(reply)
    return draws.accept_draw(seat, MAIL)


def _decline(reply: Reply, seat: Seat) -> Turn:
    _refuse_if_moved_on(reply)
    return draws.decline_draw(seat, MAIL)


def _take_back(reply: Reply, seat: Seat) -> Turn:
    return taking_back.take_back(seat, MAIL, stamped_at=reply.mail.arrived_at)


_ACTS: dict[type[Any], Callable[[Reply, Seat], Turn]] = {
    OfferDraw: _offer_draw,
    Accept: _accept,
    Decline: _decline,
}


def _refuse_if_moved_on(reply: Reply) -> None:
    """Where others have played since, the writer had another board in mind."""
    match = _match(reply)
    if not match.is_over and _has_moved_on(reply):
        raise Refused(say("The match has moved on since."), "stale")


def _has_moved_on(reply: Reply) -> bool:
    return links.others_have_played_since(reply.link)


# -- what cannot be done ---------------------------------------------------------------------------------------------


def _refuse(reply: Reply, orders: Orders, order: Order, refused: Refused) -> Outcome:
    reply = replace(reply, unused=orders.left)
    if isinstance(order, Submit):
        secret = _is_secret(reply)
        return answering.refusal(reply, refused.code, refused.message, line=order.text, at=orders.at, is_secret=secret)
    is_stale = refused.code == "stale" and _has_moved_on(reply)
    code = refused.code if is_stale or refused.code == "over" else "refused"
    asked = conditions_among(reply.lines) if isinstance(order, Conditional) else [reply.lines[orders.at]]
    return answering.refusal(reply, code, refused.message, line="; ".join(asked))


def _ask_back(reply: Reply, unclear: Unclear, at: int) -> Outcome:
    secret = _is_secret(reply)
    if unclear.why in TWO:
        both = f"{reply.lines[at]} / {unclear.line}"
        return answering.refusal(reply, unclear.why, "", line=both, at=at, is_secret=secret)
    if unclear.why == "doubtful":
        return answering.refusal(reply, unclear.why, "", line=unclear.line, at=at, is_secret=secret)
    return answering.hello(reply, "unclear", line=unclear.line, at=at, is_secret=secret)


def _is_secret(reply: Reply) -> bool:
    """Whether what is asked for is a secret, so that what was written may be one, too."""
    seat = _seat(reply)
    return seat.number is not None and seat.match.game.decision(seat.match.loaded_state, seat.index).secret


# -- reading ---------------------------------------------------------------------------------------------------------


def _orders(reply: Reply) -> Orders:
    reads = _reads(*_asked_in(reply))
    return understand(
        reply.said.lines,
        lambda line: reads(line) == "turn",
        lambda line: reads(line) == "slip",
        doubtful=reply.said.doubtful,
        is_mixed=is_mixed(reply.said),
    )


def _asked_in(reply: Reply) -> tuple[Match, Any, int | None]:
    """The state in which the mail asked for a turn, or as it is now, and which seat was to act in it."""
    match, seat, number = _match(reply), _seat(reply), reply.link.number
    state = match.loaded_state
    if number is not None and seat.number != number:
        played = match.turns.filter(number=number).first()
        state = state if played is None else state_before(match, played, match.seats.count())
    asked = match.game.to_act(state)
    return match, state, seat.index if seat.index in asked else next(iter(asked), None)


def _reads(match: Match, state: Any, index: int | None) -> Callable[[str], str]:
    """What the game takes a line for: a ``turn``, legal or not, a turn with a ``slip`` in it, or "" for neither. Of a
    match that is over nothing is."""

    @cache
    def read(line: str) -> str:
        if index is None or len(line) > play.LONGEST_TEXT:
            return ""
        try:
            match.game.play(state, index, line)
        except MistypedTurn:
            return "slip"
        except UnreadableTurn:
            return ""
        except GameError:
            return "turn"
        return "turn"

    return read


def _seat(reply: Reply) -> Seat:
    assert reply.link.seat is not None
    return reply.link.seat


def _match(reply: Reply) -> Match:
    return _seat(reply).match
