"""What someone answers to a challenge by mail."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from i18n.text import noop, say
from mail.inbound.lease import Outcome
from matches.challenges import challenges, gather, guests
from matches.gate import chat
from matches.gate.refused import Refused
from matches.models import Challenge, Turn

from . import answer
from .command_words import is_yes
from .orders import Accept, ConfirmResign, Decline, Help, Order, Orders, Show, Unclear
from .reply import Reply

SEVERAL = noop("Your reply went to several addresses at once. Please reply to each email separately.")

DOUBTFUL = noop("If this line is yours, leave an empty line between the quote and your answer.")


def act(reply: Reply) -> Outcome:
    """Do it, or say why not. Raises ``Refused`` where the match is busy, so that the email is read again later."""
    offer = reply.link.challenge
    assert offer is not None
    orders, line = reply.orders, reply.line
    order = _order(orders, line)
    refused = replace(reply, unused=orders.left)
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answer.challenge(refused, "refused", reason=say(SEVERAL))
    if isinstance(order, Unclear) and order.why == "doubtful":
        return answer.challenge(refused, "help", line=line, reason=say(DOUBTFUL))
    if not isinstance(order, Accept | Decline):
        return answer.challenge(refused, "help", line="" if isinstance(order, Help | Show) else line)
    try:
        with transaction.atomic():
            return _answer(replace(reply, unused=orders.unused), offer, order, " ".join(orders.says))
    except (challenges.Refused, Refused) as error:
        if error.code == "busy":
            raise
        return answer.challenge(refused, "refused", reason=error.message, line=line)


def _answer(reply: Reply, offer: Challenge, order: Accept | Decline, words: str) -> Outcome:
    """Accept or decline; the words go along, or the answer is ignored. What the player gives to the seed is the email's
    own id: their program chose it, and they can look it up among what they sent."""
    if isinstance(order, Decline):
        challenges.decline(offer, reply.user, words)
        return answer.challenge(reply, "declined", said=words)
    if reply.link.mail is not None:
        guests.name_newcomer(reply.user, reply.link.mail.context["name"])
    match = gather.accept(gather.seat_by_link(offer, reply.user), reply.user, reply.letter.message_id, words)
    if words and match is not None:
        chat.say(match.seats.get(player=reply.user), words, Turn.Via.MAIL)
    return answer.challenge(reply, "accepted", said=words)


def _order(orders: Orders, line: str) -> Order | Unclear:
    return Accept() if isinstance(orders.order, ConfirmResign) and is_yes(line) else orders.order
