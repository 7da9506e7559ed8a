"""Limits on offers, so that no one can be pestered through this site: how many, and how long one waits."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from mail.models import OutboxMail
from matches.input.visitor_limit import Most, visitor_limit_reached
from matches.models import Match, Offer, Place

UNANSWERED_FOR = timedelta(days=14)  # after which an offer expires
MOST_UNANSWERED = 20  # by one player
ADDRESSES_A_DAY = 20  # by one player
SAME_A_DAY = 5  # by one player to the same person, not counting those that led to a match
TO_ADDRESS_A_DAY = 5  # by all players together
MOST_ALONE = 20  # running matches that one player plays alone
MOST_WITH_COMPUTERS = 10  # running matches of one player
WITH_COMPUTERS_AS_GUEST = 3
WITH_COMPUTERS_A_DAY = 30
LINKS_A_DAY = 5  # to one address, for which visitors have asked
TYPED_AN_HOUR = Most(peer=20, network=100, everyone=1000)  # addresses, by visitors
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


class Excess(NamedTuple):
    message: str
    code: Literal["limit", "repeat"]


def why_too_many(new: Place) -> Excess | None:
    """Return why this place is one too many, or ``None`` if it isn't. The place isn't stored yet, but its offer is.

    An answer about an address depends on the address that was typed, never on whose it is.
    """
    mine = Place.objects.filter(offer__host=new.offer.host)
    if new.player is not None and new.player.is_computer:
        return _too_many_with_computers(mine, new)
    return _too_many_waiting(mine) or _repeated(mine, new) or _too_many_in_a_day(mine, new)


def excess_alone(running: int) -> Excess | None:
    """Return why a player can't begin another match alone, given how many are running; ``None`` if they can."""
    if running < MOST_ALONE:
        return None
    words = _("You have %(number)s running matches of your own. Finish one before you start another.")
    return Excess(words % {"number": MOST_ALONE}, "limit")


def excess_of_visitor(peer: str) -> Excess | None:
    """Count an address typed by a visitor from that peer; return why it is one too many, or ``None`` if it isn't."""
    if not visitor_limit_reached("typed-addresses", peer, TYPED_AN_HOUR, HOUR):
        return None
    return Excess(_("Too many addresses were entered from here in the last hour. Try again later."), "limit")


def excess_of_links(reader: User, address: str, now: datetime) -> Excess | None:
    """Return why a visitor can't have another link sent to this address of the reader's; ``None`` if they can."""
    asked_for = OutboxMail.objects.filter(user=reader, kind="challenge_link", queued_at__gt=now - DAY)
    if asked_for.filter(context__address=address).count() < LINKS_A_DAY:
        return None
    words = _("This address has had enough emails for today. Check your inbox, or try again tomorrow.")
    return Excess(words, "limit")


def _too_many_with_computers(mine: QuerySet[Place], new: Place) -> Excess | None:
    """Return why the player can't begin another match against a computer; ``None`` if they can.

    All players share one computer.
    """
    with_computers = mine.filter(player__computer__isnull=False)
    running = with_computers.filter(offer__match__status=Match.Status.RUNNING).count()
    most = WITH_COMPUTERS_AS_GUEST if new.offer.host.is_guest else MOST_WITH_COMPUTERS
    if running >= most:
        words = _("You have %(number)s running matches against the computer. Finish one before you start another.")
        return Excess(words % {"number": most}, "limit")
    if with_computers.filter(made_at__gt=new.made_at - DAY).count() >= WITH_COMPUTERS_A_DAY:
        words = _("You’ve started %(number)s matches against the computer today. Try again tomorrow.")
        return Excess(words % {"number": WITH_COMPUTERS_A_DAY}, "limit")
    return None


def _too_many_waiting(mine: QuerySet[Place]) -> Excess | None:
    if _unanswered(mine).count() < MOST_UNANSWERED:
        return None
    words = _("You have %(number)s unanswered challenges. Withdraw one before you send another.")
    return Excess(words % {"number": MOST_UNANSWERED}, "limit")


def _repeated(mine: QuerySet[Place], new: Place) -> Excess | None:
    waiting = _to_the_same(_unanswered(mine), new)
    if new.address:
        if waiting.exists():
            words = _("Your challenge to %(address)s hasn’t been answered yet.")
            return Excess(words % {"address": new.address}, "repeat")
        return None
    if new.offer.by_link or new.offer.is_table:
        return None
    if any(_terms(earlier.offer) == _terms(new.offer) for earlier in waiting.select_related("offer")):
        return Excess(_("You’ve already sent this challenge, and it hasn’t been answered yet."), "repeat")
    return None


def _too_many_in_a_day(mine: QuerySet[Place], new: Place) -> Excess | None:
    since = new.made_at - DAY
    unanswered = mine.filter(made_at__gt=since).exclude(answer=Place.Answer.ACCEPTED)
    if not new.player_id:
        return None
    if _to_the_same(unanswered, new).count() >= SAME_A_DAY:
        words = _("You’ve challenged %(name)s %(number)s times today. Try again tomorrow.")
        return Excess(words % {"name": new.addressed_to, "number": SAME_A_DAY}, "limit")
    if not new.address:
        return None
    if unanswered.exclude(address="").count() >= ADDRESSES_A_DAY:
        words = _("You’ve challenged %(number)s email addresses today. Try again tomorrow.")
        return Excess(words % {"number": ADDRESSES_A_DAY}, "limit")
    by_all = Place.objects.filter(player=new.player, address=new.address, made_at__gt=since)
    if by_all.exclude(answer=Place.Answer.ACCEPTED).count() >= TO_ADDRESS_A_DAY:
        return Excess(_("This address has had enough challenges for today. Try again tomorrow."), "limit")
    return None


def _unanswered(places: QuerySet[Place]) -> QuerySet[Place]:
    return places.filter(offer__status=Offer.Status.OPEN, answer=Place.Answer.NONE)


def _to_the_same(places: QuerySet[Place], new: Place) -> QuerySet[Place]:
    if new.address:
        return places.filter(address=new.address)
    return places.filter(player=new.player, address="", offer__by_link=new.offer.by_link)


def _terms(offer: Offer) -> tuple[object, ...]:
    played = offer.game_slug, offer.options, offer.seats, offer.first, offer.control, offer.vacation_pool_id
    return *played, offer.least, offer.most
