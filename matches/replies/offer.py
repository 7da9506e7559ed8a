"""Replies that answer an offer."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from i18n.text import noop, say
from mail.inbound.lease import Outcome
from matches.gate import chat
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Offer
from matches.offers import answers, guests
from matches.offers.refused import OfferRefused

from . import answer
from .command_words import is_yes
from .orders import Accept, ConfirmResign, Decline, Help, Order, Orders, Show, Unclear
from .reply import Reply

SEVERAL = noop("Your reply went to several addresses at once. Please reply to each email separately.")

DOUBTFUL = noop("If this line is yours, leave an empty line between the quote and your answer.")


def act(reply: Reply) -> Outcome:
    """Do what the reply asks for, or answer why not.

    Raises ``MatchRefused`` if the match is busy, so that the email is read again later.
    """
    offer = reply.link.offer
    assert offer is not None
    orders, line = reply.orders, reply.line
    order = _order(orders, line)
    refused = replace(reply, unused=orders.left)
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answer.offer(refused, "refused", reason=say(SEVERAL))
    if isinstance(order, Unclear) and order.why == "doubtful":
        return answer.offer(refused, "help", line=line, reason=say(DOUBTFUL))
    if not isinstance(order, Accept | Decline):
        return answer.offer(refused, "help", line="" if isinstance(order, Help | Show) else line)
    try:
        with transaction.atomic():
            return _answer(replace(reply, unused=orders.unused), offer, order, " ".join(orders.says))
    except (OfferRefused, MatchRefused) as error:
        if error.code == "busy":
            raise
        return answer.offer(refused, "refused", reason=error.message, line=line)


def _answer(reply: Reply, offer: Offer, order: Accept | Decline, words: str) -> Outcome:
    """Accept or decline the offer, and pass on the words; if either fails, neither counts.

    The player gives the email's own id to the seed: their program chose it, and they can look it up among what they
    sent.
    """
    if isinstance(order, Decline):
        answers.decline(offer, reply.user, words)
        return answer.offer(reply, "declined", said=words)
    if reply.link.mail is not None:
        guests.name_newcomer(reply.user, reply.link.mail.context["name"])
    given = reply.letter.message_id
    match = answers.accept_place(offer, reply.user, given, has_link=offer.by_link, message=words)
    if words and match is not None:
        chat.write_message(match.seats.get(player=reply.user), words, LogEntry.Via.MAIL)
    return answer.offer(reply, "accepted", said=words)


def _order(orders: Orders, line: str) -> Order | Unclear:
    return Accept() if isinstance(orders.order, ConfirmResign) and is_yes(line) else orders.order
