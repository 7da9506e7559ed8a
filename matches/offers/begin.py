"""Beginning the match of an offer, and every other end that an offer can have."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from accounts.models import User
from i18n.text import noop, say
from matches.gate import turns
from matches.live.change_tokens import announce_lobby
from matches.models import Match, Offer, Place
from matches.record import fairness
from timekeeping import clock

from . import causes, guests
from .locking import with_offer_locked
from .refused import OfferRefused
from .terms import is_playable

Status = Offer.Status

_WHY_CLOSED: Final = {
    (False, Status.BEGUN): noop("This challenge was already accepted, and the match has begun."),
    (False, Status.DECLINED): noop("This challenge was declined."),
    (False, Status.WITHDRAWN): noop("This challenge was withdrawn."),
    (False, Status.EXPIRED): noop("This challenge expired without an answer."),
    (True, Status.BEGUN): noop("The match at this table has begun."),
    (True, Status.WITHDRAWN): noop("This table was called off."),
    (True, Status.EXPIRED): noop("This table has expired."),
}


def refuse_unless_open(offer: Offer) -> None:
    """Raise ``OfferRefused`` unless the offer is open, and say what became of it."""
    if offer.status == Status.OPEN and offer.expires_at > clock.now():
        return
    ended = Status.EXPIRED if offer.status == Status.OPEN else Status(offer.status)
    raise OfferRefused(say(_WHY_CLOSED[offer.is_table, ended]), "expired" if ended == Status.EXPIRED else "closed")


def refuse_unless_host(offer: Offer, user: User) -> None:
    """Raise ``OfferRefused`` unless the user is the offer's host."""
    if user.pk == offer.host_id:
        return
    if offer.is_table:
        raise OfferRefused(say("Only the host of a table can do that."), "not_yours")
    raise OfferRefused(say("Only the challenger can withdraw a challenge."), "not_yours")


@with_offer_locked
def begin(offer: Offer, host: User) -> Match:
    """Begin the match with the players who have a seat. Raises ``OfferRefused``."""
    refuse_unless_host(offer, host)
    if offer.match is not None:
        return offer.match
    refuse_unless_open(offer)
    if not is_playable(offer.game, 1 + len(_taken(offer))):
        raise OfferRefused(say("At least two players are needed to begin."), "closed")
    return _begin(offer, by=host)


def begin_if_full(offer: Offer, *, by: User) -> Match | None:
    """Begin the match, which ``by`` has made complete; ``None`` while there are seats left.

    The offer's row is locked.
    """
    return _begin(offer, by=by) if 1 + len(_taken(offer)) == offer.seats else None


def _taken(offer: Offer) -> list[Place]:
    """Return the places that were taken, in the order in which the players came."""
    taken = offer.places.filter(answer=Place.Answer.ACCEPTED).select_related("player")
    return list(taken.order_by("answered_at", "pk"))


def _begin(offer: Offer, *, by: User) -> Match:
    came = [(offer.host, offer.contribution)]
    came += [(place.player, place.contribution) for place in _taken(offer) if place.player is not None]
    chosen = {Offer.First.ME: (0, 1), Offer.First.YOU: (1, 0)}.get(Offer.First(offer.first))
    mixed = fairness.mix(offer.server, _label(offer), came, chosen)
    end_offer(offer, Status.BEGUN)
    offer.match = turns.start_match(
        offer.game_slug,
        offer.options,
        mixed.players,
        offer.control,
        vacation_pool=offer.vacation_pool,
        baton=offer.baton,
        seed=mixed.seed,
        origin=mixed.origin,
    )
    offer.save(update_fields=["match"])
    if offer.is_table:
        causes.match_begun(offer.match, [player for player, _ in came if player.pk != by.pk])
    elif by.pk != offer.host_id:  # a computer answers the host's own request
        causes.challenge_accepted(offer)
    return offer.match


def _label(offer: Offer) -> str:
    """Return the label that the seed is mixed with, as docs/chance.md describes."""
    if offer.seats == 1:
        return f"solo/{offer.host_id}"
    return f"table/{offer.pk}" if offer.is_table else f"challenge/{offer.pk}"


def end_offer(offer: Offer, status: Status) -> None:
    """End the offer with this status, and tell players who were asked and haven't answered.

    It compares and sets, so that an offer has one end. Raises ``OfferRefused`` if it has ended already.
    """
    offer.status, offer.ended_at = status, clock.now()
    still_open = Offer.objects.filter(pk=offer.pk, status=Status.OPEN)
    if not still_open.update(status=status, ended_at=offer.ended_at):
        raise OfferRefused(say("This challenge has just been answered."), "closed")
    for place in offer.places.filter(answer=Place.Answer.NONE, for_anyone=False).select_related("player"):
        causes.challenge_withdrawn(place)
    announce_lobby()


def expire_due(now: datetime) -> int:
    """End the offers that have waited too long, and return how many.

    Guests no one plays with are deleted.
    """
    due = Offer.objects.filter(status=Status.OPEN, expires_at__lte=now)
    expired = due.update(status=Status.EXPIRED, ended_at=now)
    guests.forget_unused(now)
    return expired
