"""Rematches: the same terms once more, with the seats swapped.

One of the two asks for it, and the other accepts by asking, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db.models import Q

from engine import chance
from i18n.text import say
from matches.models import Match, Offer, Seat
from timekeeping import clock

from .answers import accept_place
from .locking import unless_locked_out
from .refused import OfferRefused
from .set_up import set_up

Status = Offer.Status


def is_possible(match: Match, seats: Sequence[Seat]) -> bool:
    """Return whether a rematch is possible.

    The match must be over, between two opponents, and not part of an event or the like. Both must still have their
    accounts, and a computer must be one that the site still lets play.
    """
    active = [seat.player for seat in seats if seat.player is not None and seat.player.is_active]
    players = {player.pk for player in active if settings.COMPUTER_PLAYERS or not player.is_computer}
    return match.is_over and not (match.occasion or match.game.together) and len(seats) == len(players) == 2


def latest(match: Match) -> Offer | None:
    """Return the offer of a rematch that has led to one, or can still be answered."""
    waits = Q(status=Status.OPEN, expires_at__gt=clock.now())
    made = Offer.objects.filter(waits | Q(status=Status.BEGUN), rematch_of=match)
    return made.select_related("host", "match").order_by("pk").last()


def ask(seat: Seat, contribution: str = "") -> Offer:
    """Ask for a rematch from that seat, or accept the opponent's offer: then the offer has a match.

    Asking twice does it once. ``contribution`` is what the player gives to the seed. Raises ``OfferRefused``.
    """
    return unless_locked_out(partial(_ask, seat, contribution))


def _ask(seat: Seat, contribution: str) -> Offer:
    """Ask for a rematch with the match locked, so that two who ask at once don't challenge each other."""
    match = Match.objects.select_for_update(no_key=True).get(pk=seat.match_id)
    seats = list(match.seats.select_related("player"))
    if not is_possible(match, seats):
        raise OfferRefused(say("A rematch isn’t possible here."), "closed")
    own = next(each.player for each in seats if each.pk == seat.pk)
    other = next(each.player for each in seats if each.pk != seat.pk)
    assert own is not None
    assert other is not None
    made = latest(match)
    if made is None:
        return set_up(
            Offer(
                host=own,
                rematch_of=match,
                game_slug=match.game_slug,
                options=match.options,
                first=Offer.First.YOU if seat.index == 0 else Offer.First.ME,
                vacation_pool=match.vacation_pool,
                contribution=chance.contribution(contribution),
                **match.control.columns(),
            ),
            [other],
        )
    if made.status == Status.OPEN and made.host_id != own.pk:
        accept_place(made, own, contribution)
        made.refresh_from_db()
    return made
