"""Taking up a challenge or a seat by its link, with a name and an email address alone: the link that does it goes to
the address, so that only its reader can."""

from __future__ import annotations

from functools import partial

from jobs import clock
from matches.mails import queue
from matches.models import Challenge

from . import gather, guests, limits
from .challenges import Refused, refuse_unless_waiting, unless_locked_out


def send_link(offer: Challenge, name: str, typed: str, *, peer: str, time_zone: str = "UTC") -> str:
    """Mail the reader of an address, member or not, a link to take up an offer by link; the address. ``name`` is what a
    newcomer wishes to be called, ``peer`` where the visitor comes from. Nothing in the answer tells whether the address
    belongs to an account. Raises ``Refused``."""
    refuse_unless_free(offer)
    try:
        address = guests.clean_address(typed)
    except ValueError as error:
        raise Refused(str(error), "invalid", "email") from error
    if excess := limits.excess_of_visitor(peer):
        raise Refused(excess.message, excess.code, "email")
    unless_locked_out(partial(_send, offer, name, address, time_zone))
    return address


def refuse_unless_free(offer: Challenge) -> None:
    """Raises ``Refused`` where it is too late to take up an offer by link."""
    if offer.gathering is None:
        refuse_unless_waiting(offer)
    else:
        gather.free_seat(offer.gathering)


def _send(offer: Challenge, name: str, address: str, time_zone: str) -> None:
    reader = guests.reader_of(address, time_zone)
    if excess := limits.excess_of_links(reader, address, clock.now()):
        raise Refused(excess.message, excess.code, "email")
    queue.link_wanted(offer, reader, name, address)
