"""Players' answers to an offer: accepting, declining, giving a seat back; and withdrawing by its host."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from engine import chance
from i18n.text import say
from mail.preferences import unsubscribe
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.live.change_tokens import announce_lobby
from matches.models import Match, Offer, Place
from timekeeping import clock

from . import causes
from .begin import begin_if_full, end_offer, refuse_unless_host, refuse_unless_open
from .locking import with_offer_locked
from .rating_range import rating_of, wants, why_out_of_range
from .refused import OfferRefused
from .terms import clean_message

CHANGES_A_DAY: Final = 3  # of one player's seat at one table, after which no seat is taken there
Answer = Place.Answer


@with_offer_locked
def accept_place(
    offer: Offer, user: User, contribution: str = "", *, has_link: bool = False, message: str = ""
) -> Match | None:
    """Take the user's own place, or else a free one; return the match if it was the last. Raises ``OfferRefused``.

    ``contribution`` is what the user gives to the seed; ``has_link``: they have been sent the link; ``message`` is a
    line to the host of a table. A guest who had stopped all emails gets them again if they come by a link. Accepting
    twice does it once.
    """
    if user.pk == offer.host_id:
        raise OfferRefused(_own(offer), "own")
    if offer.places.filter(player=user, answer=Answer.ACCEPTED).exists():
        return offer.match
    refuse_unless_open(offer)
    if not offer.host.is_active:
        raise OfferRefused(say("The challenger no longer plays here."), "closed")
    now = clock.now()
    if offer.is_table and daily_limit_reached(_changes_at(offer), user, now, CHANGES_A_DAY):
        words = say("You’ve taken and left a seat at this table too often today. Try again tomorrow.")
        raise OfferRefused(words, "limit")
    place = _place_for(offer, user, has_link=has_link)
    if offer.is_table:
        count_against_daily_limit(_changes_at(offer), user, now)
    place.player, place.contribution = user, chance.contribution(contribution)
    place.answer, place.answered_at = Answer.ACCEPTED, now
    place.save(update_fields=["player", "contribution", "answer", "answered_at"])
    if has_link and user.gets_no_emails:
        unsubscribe.set_turn_mail(user, wanted=True)
    announce_lobby()
    match = begin_if_full(offer, by=user)
    if match is None:
        causes.seat_changed(place, user, is_taken=True, message=message)
    return match


def _own(offer: Offer) -> str:
    if offer.is_table:
        return say("This is your own table: your seat is taken.")
    return say("This is your own challenge: someone else must accept it.")


def _place_for(offer: Offer, user: User, *, has_link: bool) -> Place:
    """Return the user's own place, or the first that is free to them. Raises ``OfferRefused``."""
    if (own := offer.places.filter(player=user, answer=Answer.NONE).first()) is not None:
        return own
    free = free_place(offer)
    if offer.by_link and not has_link:
        raise OfferRefused(_only_by_link(offer), "not_yours")
    if why := why_not_wanted(offer, user):
        raise OfferRefused(why, "not_yours")
    return free


def _only_by_link(offer: Offer) -> str:
    if offer.is_table:
        return say("This table is for people who have its link.")
    return say("This challenge is for someone else.")


def free_place(offer: Offer) -> Place:
    """Return the next place that is free to anyone who may take one. Raises ``OfferRefused``."""
    free = offer.places.filter(for_anyone=True, player=None).order_by("pk").first()
    if free is not None:
        return free
    if offer.is_table:
        raise OfferRefused(say("All seats at this table are taken or promised."), "closed")
    raise OfferRefused(say("This challenge is for someone else."), "not_yours")


def refuse_unless_free(offer: Offer) -> None:
    """Raise ``OfferRefused`` if it is too late to take a free place."""
    refuse_unless_open(offer)
    free_place(offer)


def waits_for(offer: Offer, user: User) -> bool:
    """Return whether the user can answer the offer now.

    They can with a place of their own, or a free one that they have the link to.
    """
    own = offer.places.filter(player=user).order_by("pk").last()
    if own is not None and not own.is_declined:
        return offer.is_open and not own.is_taken
    return offer.is_open and offer.by_link and user.pk != offer.host_id and offer.free > 0


def why_not_wanted(offer: Offer, user: User) -> str:
    """Return why a player's rating keeps them from a free place; "" if it doesn't."""
    if offer.most is None or user.pk == offer.host_id:
        return ""
    rating = rating_of(user, offer.game_slug)
    return "" if wants(offer, rating) else why_out_of_range(offer, rating)


@with_offer_locked
def decline(offer: Offer, user: User, message: str = "") -> None:
    """Turn down the place that the user is offered, or give back the one that they have taken. Raises ``OfferRefused``.

    A message may go to the host.
    """
    message = clean_message(message)
    place = offer.places.filter(player=user).order_by("pk").last()
    if place is None:
        raise OfferRefused(_not_asked(offer), "not_yours")
    if place.is_declined:
        return
    refuse_unless_open(offer)
    if place.is_taken:
        _give_back(place, user)
        return
    place.answer, place.answered_at = Answer.DECLINED, clock.now()
    place.save(update_fields=["answer", "answered_at"])
    if not offer.is_table:
        end_offer(offer, Offer.Status.DECLINED)
    causes.challenge_declined(place, message)
    announce_lobby()


def _not_asked(offer: Offer) -> str:
    if offer.is_table:
        return say("You aren’t invited to this table.")
    if offer.places.filter(for_anyone=True).exists():
        return say("This challenge is open to anyone, so you can’t decline it.")
    return say("This challenge is for someone else.")


def _give_back(place: Place, user: User) -> None:
    """Give back a seat: it is free again if it was before, else the host can offer it again."""
    # Counted only: leaving is always possible.
    count_against_daily_limit(_changes_at(place.offer), user, clock.now())
    causes.seat_changed(place, user, is_taken=False)
    place.contribution = ""
    place.answer, place.answered_at = Answer.DECLINED, clock.now()
    if place.for_anyone:
        place.player, place.answer, place.answered_at = None, Answer.NONE, None
    place.save(update_fields=["player", "contribution", "answer", "answered_at"])
    announce_lobby()


def _changes_at(offer: Offer) -> str:
    return f"seat_changes:{offer.pk}"


@with_offer_locked
def withdraw_offer(offer: Offer, host: User) -> None:
    """Call the offer off, and tell players who have accepted it. Raises ``OfferRefused``."""
    refuse_unless_host(offer, host)
    if offer.status == Offer.Status.WITHDRAWN:
        return
    refuse_unless_open(offer)
    for place in offer.places.filter(answer=Answer.ACCEPTED).select_related("player"):
        causes.challenge_withdrawn(place)
    end_offer(offer, Offer.Status.WITHDRAWN)


def leave_all(user: User) -> None:
    """Withdraw what the user offers, and decline or give back what they are offered. Raises ``OfferRefused``."""
    for offer in open_offers_of(user):
        try:
            if offer.host_id == user.pk:
                withdraw_offer(offer, user)
            else:
                decline(offer, user)
        except OfferRefused:
            # It began or ended a moment ago: a match that came of it is the user's to resign.
            offer.refresh_from_db(fields=["status"])
            if offer.status == Offer.Status.OPEN:
                raise


def open_offers_of(user: User) -> list[Offer]:
    """Return the offers still open whose host the user is, or in which they are asked or have a seat."""
    still_open = Offer.objects.filter(status=Offer.Status.OPEN, expires_at__gt=clock.now())
    asked = Place.objects.filter(player=user).exclude(answer=Answer.DECLINED).values("offer")
    return list((still_open.filter(host=user) | still_open.filter(pk__in=asked)).order_by("pk"))
