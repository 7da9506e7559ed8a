"""Setting up an offer: a challenge, a table, or a match alone or against computers, which begins at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db.models import Count

from accounts.models import User
from i18n.text import say
from matches.computers.think import computers_play
from matches.live.change_tokens import announce_lobby
from matches.models import Match, Offer, Place, Seat
from timekeeping import clock

from . import causes, guests
from .begin import begin_if_full, refuse_unless_host, refuse_unless_open
from .limits import UNANSWERED_FOR, excess_alone, why_too_many
from .locking import unless_locked_out, with_offer_locked
from .refused import OfferRefused

PRESSED_TWICE: Final = timedelta(seconds=10)

Asked = User | str
"""A player, or an email address whose reader is offered a place."""


def set_up(offer: Offer, asked: Sequence[Asked] = ()) -> Offer:
    """Make an offer that was composed, and begin its match if it leaves no place free. Raises ``OfferRefused``.

    Each of those ``asked`` is offered a place, computers take theirs at once, and the other places are free. If the
    button was pressed twice, it returns the offer that was just made. Nothing in the answer tells whether an address
    belongs to an account.
    """
    if len(asked) > offer.seats - 1:
        raise OfferRefused(say("That’s more players than seats."), "invalid", "invited")
    cleaned = [each if isinstance(each, User) else _clean_address(each) for each in asked]
    return unless_locked_out(partial(_set_up, offer, cleaned))


def _set_up(offer: Offer, asked: Sequence[Asked]) -> Offer:
    """Make the offer with the host's row locked, so that a player's offers made at once are judged one by one."""
    User.objects.select_for_update(no_key=True).get(pk=offer.host_id)
    offer.made_at = clock.now()
    offer.expires_at = offer.made_at + UNANSWERED_FOR
    if (made := _just_made(offer, asked)) is not None:
        return made
    if offer.seats == 1 and (excess := excess_alone(_running_alone(offer.host))):
        raise OfferRefused(excess.message, excess.code)
    offer.save(force_insert=True)
    for each in (*asked, *[None] * (offer.seats - 1 - len(asked))):
        _add_place(offer, each)
    begin_if_full(offer, by=offer.host)
    announce_lobby()
    return offer


def _just_made(offer: Offer, asked: Sequence[Asked]) -> Offer | None:
    """Return the same offer by the same host, made a moment ago; ``None`` if there is none.

    Challenges to people don't count: the second is refused.
    """
    if not offer.is_table and any(isinstance(each, str) or not each.is_computer for each in asked or [""]):
        return None
    alike = Offer.objects.filter(
        host=offer.host,
        game_slug=offer.game_slug,
        options=offer.options,
        seats=offer.seats,
        first=offer.first,
        by_link=offer.by_link,
        vacation_pool=offer.vacation_pool,
        **offer.control.columns(),
        made_at__gt=offer.made_at - PRESSED_TWICE,
    )
    still = alike.filter(status=Offer.Status.OPEN) | alike.filter(match__status=Match.Status.RUNNING)
    found = still.select_related("match").order_by("-pk").first()
    if found is None or _asked_for(found) != sorted(each if isinstance(each, str) else str(each.pk) for each in asked):
        return None
    return found


def _asked_for(offer: Offer) -> list[str]:
    places = offer.places.filter(for_anyone=False)
    return sorted(place.address or str(place.player_id) for place in places)


def _running_alone(player: User) -> int:
    playing = Seat.objects.filter(player=player, finished_at=None).values("match")
    running = Match.objects.filter(pk__in=playing, status=Match.Status.RUNNING)
    return running.annotate(players=Count("seats")).filter(players=1).count()


@with_offer_locked
def offer_place(offer: Offer, host: User, asked: Asked | None) -> Offer:
    """Offer a seat at a table that was declined or given back. Raises ``OfferRefused``.

    It goes to a player, to the reader of an address, or with ``None`` to anyone. A computer sits down at once.
    """
    refuse_unless_host(offer, host)
    refuse_unless_open(offer)
    if not free_to_offer(offer):
        raise OfferRefused(say("All seats at this table are taken or promised."), "closed", "invited")
    _add_place(offer, _clean_address(asked) if isinstance(asked, str) else asked)
    begin_if_full(offer, by=host)
    announce_lobby()
    return offer


def free_to_offer(offer: Offer) -> int:
    """Return how many seats are neither taken nor offered to anyone."""
    return offer.seats - 1 - offer.places.exclude(answer=Place.Answer.DECLINED).count()


def _add_place(offer: Offer, asked: Asked | None) -> Place:
    place = Place(offer=offer, for_anyone=asked is None, made_at=clock.now())
    place.address = asked if isinstance(asked, str) else ""
    place.player = guests.reader_of(asked) if isinstance(asked, str) else asked
    field = "email" if place.address else "opponent"
    if place.player is not None:
        _refuse_unless_possible(place, place.player, field)
    if excess := why_too_many(place):
        raise OfferRefused(excess.message, excess.code, field)
    if place.player is not None and place.player.is_computer:
        _take_at_once(place, place.made_at)
    place.save(force_insert=True)
    if place.awaits_answer:
        causes.challenged(place)
    return place


def _refuse_unless_possible(place: Place, player: User, field: str) -> None:
    if player.pk == place.offer.host_id:
        raise OfferRefused(say("You can’t challenge yourself."), "self", field)
    if not player.is_active and not place.address:
        raise OfferRefused(say("This player no longer plays here."), "unknown", field)
    if player.is_computer and not computers_play(place.offer.game):
        raise OfferRefused(say("This site offers no computer opponents."), "closed", field)
    if place.offer.places.filter(player=player).exclude(answer=Place.Answer.DECLINED).exists():
        raise OfferRefused(say("Each player can have one seat only."), "repeat", field)


def _take_at_once(place: Place, now: datetime) -> None:
    place.answer, place.answered_at = Place.Answer.ACCEPTED, now


def _clean_address(typed: str) -> str:
    try:
        return guests.clean_address(typed)
    except ValueError as error:
        raise OfferRefused(str(error), "invalid", "email") from error
