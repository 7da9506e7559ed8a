"""Taking up an offer by its link, with only a name and an email address.

The link that does it goes to the address, so that only its reader can.
"""

from __future__ import annotations

from functools import partial

from matches.models import Offer
from timekeeping import clock

from . import causes, guests, limits
from .answers import refuse_unless_free
from .locking import unless_locked_out
from .refused import OfferRefused


def send_link(offer: Offer, name: str, typed: str, *, peer: str, time_zone: str = "UTC") -> str:
    """Email the reader of an address, member or not, a link to take up an offer by link; return the address.

    ``name`` is what a newcomer wishes to be called, ``peer`` the address the visitor comes from. Nothing in the answer
    tells whether the address belongs to an account. Raises ``OfferRefused``.
    """
    refuse_unless_free(offer)
    try:
        address = guests.clean_address(typed)
    except ValueError as error:
        raise OfferRefused(str(error), "invalid", "email") from error
    if excess := limits.excess_of_visitor(peer):
        raise OfferRefused(excess.message, excess.code, "email")
    unless_locked_out(partial(_send, offer, name, address, time_zone))
    return address


def _send(offer: Offer, name: str, address: str, time_zone: str) -> None:
    reader = guests.reader_of(address, time_zone)
    if excess := limits.excess_of_links(reader, address, clock.now()):
        raise OfferRefused(excess.message, excess.code, "email")
    causes.link_wanted(offer, reader, name, address)
