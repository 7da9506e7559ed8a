"""Entering with an email address alone: the link goes to the address, so that only its reader can use it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.offers import guests, limits
from timekeeping import clock
from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event

from . import entry_causes
from .enter import why_cannot_enter


def send_link(event: Event, typed: str, *, peer: str, time_zone: str = "UTC") -> str:
    """Email the reader of an address, member or not, a link to enter by; return the address.

    ``peer`` is the visitor's network address, ``time_zone`` the browser's. The answer doesn't tell whether the address
    has an account. Raises ``TournamentRefused``.
    """
    if refused := why_cannot_enter(event, None, clock.now()):
        raise refused
    try:
        address = guests.clean_address(typed)
    except ValueError as error:
        raise TournamentRefused(str(error), "email") from error
    if excess := limits.excess_of_visitor(peer):
        raise TournamentRefused(excess.message, "email", 429)
    return _send(event, address=address, time_zone=time_zone)


@EVENT.transaction_with_retry
def _send(event: Event, *, address: str, time_zone: str) -> str:
    event = EVENT.lock(event.pk)
    reader = guests.reader_of(address, time_zone)
    if entry_causes.has_had_enough(reader):
        raise TournamentRefused(
            _("This address has had enough emails for today. Check your inbox, or try again tomorrow."), "email", 429
        )
    if reader.is_active:
        entry_causes.link_wanted(event, reader)
    return address
