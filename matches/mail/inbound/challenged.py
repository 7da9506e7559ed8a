"""What somebody answers to a challenge by mail."""

from __future__ import annotations

from engine.said import noop, say
from matches import challenges

from . import acting, answering
from .commands import Accept, Decline, Help, Show, Unclear, understand
from .reply import Outcome, Reply

SEVERAL = noop("Your reply went to several addresses at once: reply to one mail at a time.")


def act(reply: Reply) -> Outcome:
    """Raises ``acting.Busy``."""
    offer = reply.link.challenge
    assert offer is not None
    order = understand(reply.lines, lambda _: False).order  # no match, no turns
    if reply.is_of_several and not isinstance(order, Help | Show):
        return answering.challenge(reply, "refused", reason=say(SEVERAL))
    if not isinstance(order, Accept | Decline):
        line = "" if isinstance(order, Help | Show | Unclear) else reply.lines[0]
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
