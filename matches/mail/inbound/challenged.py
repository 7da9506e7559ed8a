"""What somebody answers to a challenge by mail."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from engine.said import noop, say
from matches import challenges, saying
from matches.models import Challenge, Turn
from matches.refusal import Refused

from . import answering
from .commands import (
    Accept,
    ConfirmResign,
    Decline,
    Help,
    Order,
    Orders,
    Show,
    Unclear,
    is_yes,
)
from .leasing import Outcome
from .reply import Reply

SEVERAL = noop("Your reply went to several addresses at once: reply to one mail at a time.")

DOUBTFUL = noop("If this line is yours, leave an empty line between the quote and your answer.")


def act(reply: Reply) -> Outcome:
    """Do it, or say why not. Raises ``Refused`` where the match is busy, so that the mail is read again later."""
    offer = reply.link.challenge
    assert offer is not None
    orders, line = reply.orders, reply.line
    order = _order(orders, line)
    refused = replace(reply, unused=orders.left)
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answering.challenge(refused, "refused", reason=say(SEVERAL))
    if isinstance(order, Unclear) and order.why == "doubtful":
        return answering.challenge(refused, "help", line=line, reason=say(DOUBTFUL))
    if not isinstance(order, Accept | Decline):
        return answering.challenge(refused, "help", line="" if isinstance(order, Help | Show) else line)
    try:
        with transaction.atomic():
            return _answer(replace(reply, unused=orders.unused), offer, order, " ".join(orders.says))
    except (challenges.Refused, Refused) as error:
        if error.code == "busy":
            raise
        return answering.challenge(refused, "refused", reason=error.message, line=line)


def _answer(reply: Reply, offer: Challenge, order: Accept | Decline, words: str) -> Outcome:
    """Accept or decline; the words go along, or nothing is done."""
    if isinstance(order, Decline):
        challenges.decline(offer, reply.user, words)
        return answering.challenge(reply, "declined", said=words)
    match = challenges.accept(offer, reply.user)
    if words:
        saying.say(match.seats.get(player=reply.user), words, Turn.Via.MAIL)
    return answering.challenge(reply, "accepted", said=words)


def _order(orders: Orders, line: str) -> Order | Unclear:
    return Accept() if isinstance(orders.order, ConfirmResign) and is_yes(line) else orders.order
