"""What somebody answers to a challenge by mail."""

from __future__ import annotations

from engine.said import noop, say
from matches import challenges

from . import acting, answering
from .commands import Accept, ConfirmResign, Decline, Help, Order, Show, Unclear, first_order, is_yes, understand
from .reply import Outcome, Reply

SEVERAL = noop("Your reply went to several addresses at once: reply to one mail at a time.")


def act(reply: Reply) -> Outcome:
    """Raises ``acting.Busy``."""
    offer = reply.link.challenge
    assert offer is not None
    order = _order(reply)
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answering.challenge(reply, "refused", reason=say(SEVERAL))
    if not isinstance(order, Accept | Decline):
        line = "" if isinstance(order, Help | Show) else first_order(reply.lines)
        return answering.challenge(reply, "help", line=line)
    try:
        if isinstance(order, Accept):
            challenges.accept(offer, reply.user)
            return answering.challenge(reply, "accepted")
        challenges.decline(offer, reply.user)
        return answering.challenge(reply, "declined")
    except challenges.Refused as refused:
        if refused.code == "busy":
            raise acting.Busy(refused.message) from refused
        return answering.challenge(reply, "refused", reason=refused.message, line=reply.lines[0])


def _order(reply: Reply) -> Order | Unclear:
    order = understand(reply.lines, lambda _: False).order  # no match, no turns
    return Accept() if isinstance(order, ConfirmResign) and is_yes(first_order(reply.lines)) else order
