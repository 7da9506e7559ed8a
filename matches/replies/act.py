"""Doing what a reply asks for: in a match, through the gate, or about an offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from django.db import transaction

from i18n.text import noop, say
from mail.inbound.lease import Outcome
from matches.conditional.edit import set_lines
from matches.conditional.orders import set_orders, written_orders
from matches.gate import chat, draws, marks, takeback, turns
from matches.gate.refused import MatchRefused, refuse_if_over
from matches.mails.tokens import others_have_played_since
from matches.models import Link, LogEntry, Offer, Seat
from matches.offers import answers, guests
from matches.offers.refused import OfferRefused

from . import answer
from .command_words import is_yes
from .orders import (
    Accept,
    Conditional,
    ConfirmResign,
    Decline,
    Help,
    Mark,
    OfferDraw,
    Order,
    Orders,
    PutMarks,
    Resign,
    Say,
    Show,
    Submit,
    TakeBack,
    Unclear,
)
from .parse import Reply, asked_in
from .read_lines import conditions_among, sorted_ahead

MAIL = LogEntry.Via.MAIL
TWO = frozenset({"two turns", "two orders"})
A = TypeVar("A")
SEVERAL = noop("Your reply went to several addresses at once. Please reply to each email separately.")
DOUBTFUL = noop("If this line is yours, leave an empty line between the quote and your answer.")


def act(reply: Reply) -> Outcome:
    """Do what the reply asks for, or answer why not.

    Raises ``MatchRefused`` if the match is busy, so that the email is read again later.
    """
    if reply.link.seat is not None:
        return _act_in_match(reply, reply.link.seat)
    assert reply.link.offer is not None
    return _act_on_offer(reply, reply.link.offer)


def _act_in_match(reply: Reply, seat: Seat) -> Outcome:
    order = reply.orders.order
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answer.refusal(reply, "several", "")
    reply = replace(reply, unused=reply.orders.unused)
    if isinstance(order, Unclear):
        return _ask_back(reply, order)
    try:
        with transaction.atomic():  # an order, and what is said beside it: both or neither
            outcome = _do(reply, seat, order)
            if not isinstance(order, Submit | Say | PutMarks):  # a turn takes its line along
                for words in reply.orders.says:
                    chat.write_message(seat, words, MAIL)
            return outcome
    except MatchRefused as refused:
        if refused.code == "busy":
            raise
        return _refuse(reply, order, refused)


def _do(reply: Reply, seat: Seat, order: Order) -> Outcome:
    match order:
        case Submit():
            return _submit(reply, seat, order.text)
        case Help():
            return answer.hello(reply, "help")
        case Show():
            return answer.position(reply)
        case Resign():
            refuse_if_over(seat.match)
            return answer.confirm_resignation(reply)
        case Say():
            line = chat.write_message(seat, order.text, MAIL)
            return answer.receipt(reply, line, marks_fault=_beside(_mark, seat, reply.orders.marks))
        case PutMarks():
            _mark(seat, reply.orders.marks)
            return answer.marks_put(reply)
        case TakeBack():
            line = takeback.take_back(seat, MAIL, stamped_at=reply.mail.arrived_at)
            return answer.taken_back(reply, line, said=" ".join(reply.orders.says))
        case ConfirmResign() if reply.link.purpose != Link.Purpose.RESIGN:
            return answer.hello(reply, "yes")
        case Conditional() | ConfirmResign() | OfferDraw() | Accept() | Decline():
            return _do_as_things_were(reply, seat, order)


def _do_as_things_were(
    reply: Reply, seat: Seat, order: Conditional | ConfirmResign | OfferDraw | Accept | Decline
) -> Outcome:
    """Do what depends on the board that the writer saw. Raises ``MatchRefused`` if others have played since."""
    if not seat.match.is_over and others_have_played_since(reply.link):
        raise MatchRefused(say("You replied to an old email, and the match has moved on."), "stale")
    said = " ".join(reply.orders.says)
    match order:
        case Conditional():
            _set_ahead(seat, order.text)
            return answer.lines_set(reply, said, order.text)
        case ConfirmResign():
            turn = turns.resign(seat, MAIL)
        case OfferDraw():
            turn = draws.offer_draw(seat, MAIL)
        case Accept():
            turn = draws.accept_draw(seat, MAIL)
        case Decline():
            turn = draws.decline_draw(seat, MAIL)
    return answer.receipt(reply, turn, said=said)


def _submit(reply: Reply, seat: Seat, text: str) -> Outcome:
    *earlier, turn = _play_all(reply, seat, text)
    fault, ahead = _beside(_mark, seat, reply.orders.marks), reply.orders.conditional
    if not ahead:
        return answer.receipt(reply, turn, earlier=earlier, marks_fault=fault)
    lines_fault = _beside(_set_ahead, seat, ahead)
    return answer.receipt(reply, turn, earlier=earlier, ahead=ahead, lines_fault=lines_fault, marks_fault=fault)


def _play_all(reply: Reply, seat: Seat, text: str) -> list[LogEntry]:
    """Play what a reply asks for: one turn, or a game's series of them. Raises ``MatchRefused`` if one can't be played.

    Each is played by the number that the one before it led to. The message goes with the first.
    """
    match, state, index = asked_in(seat, reply.link.number)
    texts = (text,) if index is None else match.game.series(state, index, text)
    number, message, played = reply.link.number, " ".join(reply.orders.says), list[LogEntry]()
    for each in texts:
        if played and number is None:
            raise MatchRefused(say("Your reply has more than you’re asked for: “%(turn)s”.", turn=each), "illegal")
        turn = turns.submit_turn(seat, number, each, MAIL, message, stamped_at=reply.mail.arrived_at)
        played.append(turn)
        number, message = turn.clocks[seat.index]["number"], ""
    return played


def _beside(act: Callable[[Seat, A], None], seat: Seat, asked: A) -> str:
    """Do what came with a turn or a message, all or none of it; return why it wasn't done, "" if it was."""
    try:
        with transaction.atomic():
            act(seat, asked)
    except MatchRefused as refused:
        return refused.message
    return ""


def _mark(seat: Seat, asked: Iterable[Mark]) -> None:
    """Put or remove the marks that a reply asks for. Raises ``MatchRefused``."""
    for mark in asked:
        if mark.is_removed:
            marks.remove_mark(seat, mark.space)
        else:
            marks.put_mark(seat, mark.space, mark.text)


def _set_ahead(seat: Seat, text: str) -> None:
    """Set the conditional turns and orders that a reply asks for. Raises ``MatchRefused``."""
    lines, orders = sorted_ahead(text)
    if orders:
        set_orders(seat, written_orders("\n".join(orders)), MAIL)
    if lines:
        set_lines(seat, "\n".join(lines), MAIL)


# -- what cannot be done ---------------------------------------------------------------------------------------------


def _refuse(reply: Reply, order: Order, refused: MatchRefused) -> Outcome:
    reply = replace(reply, unused=reply.orders.left)
    if isinstance(order, Submit):
        return answer.refusal(reply, refused.code, refused.message, line=order.text, may_be_secret=True)
    is_stale = refused.code == "stale" and others_have_played_since(reply.link)
    code = refused.code if is_stale or refused.code == "over" else "refused"
    asked = conditions_among(reply.lines) if isinstance(order, Conditional) else [reply.line]
    return answer.refusal(reply, code, refused.message, line="; ".join(asked))


def _ask_back(reply: Reply, unclear: Unclear) -> Outcome:
    if unclear.why in TWO:
        both = f"{reply.line} / {unclear.line}"
        return answer.refusal(reply, unclear.why, "", line=both, may_be_secret=True)
    if unclear.why == "doubtful":
        return answer.refusal(reply, unclear.why, "", line=unclear.line, may_be_secret=True)
    return answer.hello(reply, "unclear", line=unclear.line)


# -- about an offer ----------------------------------------------------------------------------------------------------


def _act_on_offer(reply: Reply, offer: Offer) -> Outcome:
    orders, line = reply.orders, reply.line
    order = _order_about_offer(orders, line)
    refused = replace(reply, unused=orders.left)
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answer.challenge_reply(refused, "refused", reason=say(SEVERAL))
    if isinstance(order, Unclear) and order.why == "doubtful":
        return answer.challenge_reply(refused, "help", line=line, reason=say(DOUBTFUL))
    if not isinstance(order, Accept | Decline):
        return answer.challenge_reply(refused, "help", line="" if isinstance(order, Help | Show) else line)
    try:
        with transaction.atomic():
            return _answer_offer(replace(reply, unused=orders.unused), offer, order, " ".join(orders.says))
    except (OfferRefused, MatchRefused) as error:
        if error.code == "busy":
            raise
        return answer.challenge_reply(refused, "refused", reason=error.message, line=line)


def _answer_offer(reply: Reply, offer: Offer, order: Accept | Decline, words: str) -> Outcome:
    """Accept or decline the offer, and pass on the words; if either fails, neither counts.

    The player gives the email's own id to the seed: their program chose it, and they can look it up among what they
    sent.
    """
    if isinstance(order, Decline):
        answers.decline(offer, reply.user, words)
        return answer.challenge_reply(reply, "declined", said=words)
    if reply.link.mail is not None:
        guests.name_newcomer(reply.user, reply.link.mail.context["name"])
    given = reply.letter.message_id
    match = answers.accept_place(offer, reply.user, given, has_link=offer.by_link, message=words)
    if words and match is not None:
        chat.write_message(match.seats.get(player=reply.user), words, LogEntry.Via.MAIL)
    return answer.challenge_reply(reply, "accepted", said=words)


def _order_about_offer(orders: Orders, line: str) -> Order | Unclear:
    return Accept() if isinstance(orders.order, ConfirmResign) and is_yes(line) else orders.order
