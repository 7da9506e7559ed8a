"""How many challenges are too many: no one can be pestered through this site."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Challenge, Match
from matches.visitor_limit import Most, visitor_limit_reached

WAITING = 20  # by one player
ADDRESSES_A_DAY = 20  # by one player
SAME_A_DAY = 5  # by one player to the same person, not counting those that led to a match
TO_ADDRESS_A_DAY = 5  # by all players together
WITH_COMPUTERS = 10  # running matches of one player
WITH_COMPUTERS_AS_GUEST = 3
WITH_COMPUTERS_A_DAY = 30
LINKS_A_DAY = 5  # to one address, for which visitors have asked
TYPED_AN_HOUR = Most(peer=20, network=100, everyone=1000)  # addresses, by visitors
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


class Excess(NamedTuple):
    message: str
    code: Literal["limit", "repeat"]


def excess_of(new: Challenge) -> Excess | None:
    """Why this challenge, not stored yet, would be one too many. What is said of an address rests on the address that
    was typed, never on whose it is."""
    mine = Challenge.objects.filter(challenger=new.challenger)
    if new.opponent is not None and new.opponent.is_computer:
        return _too_many_with_computers(mine, new)
    return _too_many_waiting(mine) or _repeated(mine, new) or _too_many_in_a_day(mine, new)


def excess_of_visitor(peer: str) -> Excess | None:
    """Why an address that a visitor has typed, who comes from that peer, would be one too many."""
    if not visitor_limit_reached("typed-addresses", peer, TYPED_AN_HOUR, HOUR):
        return None
    return Excess(_("Too many addresses were entered from here in the last hour. Try again later."), "limit")


def excess_of_links(reader: User, address: str, now: datetime) -> Excess | None:
    """Why a link for which a visitor has asked would be one too many to that address of the reader's."""
    asked_for = OutboxMail.objects.filter(user=reader, kind="challenge_link", queued_at__gt=now - DAY)
    if asked_for.filter(context__address=address).count() < LINKS_A_DAY:
        return None
    words = _("This address has had enough emails for today. Check your inbox, or try again tomorrow.")
    return Excess(words, "limit")


def _too_many_with_computers(mine: QuerySet[Challenge], new: Challenge) -> Excess | None:
    """They share one computer."""
    with_computers = mine.filter(opponent__computer__isnull=False)
    is_running = Q(match__status=Match.Status.RUNNING) | Q(gathering__match__status=Match.Status.RUNNING)
    running = with_computers.filter(is_running).count()
    most = WITH_COMPUTERS_AS_GUEST if new.challenger.is_guest else WITH_COMPUTERS
    if running >= most:
        words = _("You have %(number)s running matches against the computer. Finish one before you start another.")
        return Excess(words % {"number": most}, "limit")
    if with_computers.filter(made_at__gt=new.made_at - DAY).count() >= WITH_COMPUTERS_A_DAY:
        words = _("You’ve started %(number)s matches against the computer today. Try again tomorrow.")
        return Excess(words % {"number": WITH_COMPUTERS_A_DAY}, "limit")
    return None


def _too_many_waiting(mine: QuerySet[Challenge]) -> Excess | None:
    if mine.filter(status=Challenge.Status.PENDING).count() < WAITING:
        return None
    words = _("You have %(number)s unanswered challenges. Withdraw one before you send another.")
    return Excess(words % {"number": WAITING}, "limit")


def _repeated(mine: QuerySet[Challenge], new: Challenge) -> Excess | None:
    waiting = _to_the_same(mine, new).filter(status=Challenge.Status.PENDING)
    if new.opponent_email:
        if waiting.exists():
            words = _("Your challenge to %(address)s hasn’t been answered yet.")
            return Excess(words % {"address": new.opponent_email}, "repeat")
    elif not (new.by_link or new.gathering_id) and any(_terms(earlier) == _terms(new) for earlier in waiting):
        return Excess(_("You’ve already sent this challenge, and it hasn’t been answered yet."), "repeat")
    return None


def _too_many_in_a_day(mine: QuerySet[Challenge], new: Challenge) -> Excess | None:
    since = new.made_at - DAY
    unanswered = mine.filter(made_at__gt=since).exclude(status=Challenge.Status.ACCEPTED)
    if not new.opponent_id:
        return None
    if _to_the_same(unanswered, new).count() >= SAME_A_DAY:
        words = _("You’ve challenged %(name)s %(number)s times today. Try again tomorrow.")
        return Excess(words % {"name": new.addressed_to, "number": SAME_A_DAY}, "limit")
    if not new.opponent_email:
        return None
    if unanswered.exclude(opponent_email="").count() >= ADDRESSES_A_DAY:
        words = _("You’ve challenged %(number)s email addresses today. Try again tomorrow.")
        return Excess(words % {"number": ADDRESSES_A_DAY}, "limit")
    by_all = Challenge.objects.filter(opponent=new.opponent, opponent_email=new.opponent_email, made_at__gt=since)
    if by_all.exclude(status=Challenge.Status.ACCEPTED).count() >= TO_ADDRESS_A_DAY:
        return Excess(_("This address has had enough challenges for today. Try again tomorrow."), "limit")
    return None


def _to_the_same(challenges: QuerySet[Challenge], new: Challenge) -> QuerySet[Challenge]:
    if new.opponent_email:
        return challenges.filter(opponent_email=new.opponent_email)
    return challenges.filter(opponent=new.opponent, opponent_email="", by_link=new.by_link)


def _terms(challenge: Challenge) -> tuple[object, ...]:
    played = challenge.game_slug, challenge.options, challenge.first, challenge.control, challenge.leave_pool_id
    return *played, challenge.least, challenge.most
