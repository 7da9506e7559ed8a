"""Entering with an email address alone: the link to do it goes to the address, so that only who reads it can."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache
from django.utils.translation import gettext as _

from jobs import clock
from matches.challenges import guests
from tournaments.gate.locks import EVENT
from tournaments.gate.refused import Refused
from tournaments.mails.queue import entries
from tournaments.models import Event

from .enter import why_not

MOST_BY_ONE = 20  # in an hour, typed from one place on the net


def send_link(event: Event, typed: str, *, whence: str) -> str:
    """Mail the reader of an address, member or not, a link by which they can enter; the address. ``whence`` tells one
    visitor from others. Nothing in the answer tells whether the address belongs to an account. Raises ``Refused``."""
    if refused := why_not(event, None, clock.now()):
        raise refused
    try:
        address = guests.clean_address(typed)
    except ValueError as error:
        raise Refused(str(error), "email") from error
    _refuse_too_often(whence)
    return _send(event, address=address)


@EVENT.locked
def _send(event: Event, *, address: str) -> str:
    reader = guests.reader_of(address)
    if entries.has_had_enough(reader):
        raise Refused(
            _("This address has had enough emails for today. Check your inbox, or try again tomorrow."), "email", 429
        )
    if reader.is_active:
        entries.link_wanted(event, reader)
    return address


def _refuse_too_often(whence: str) -> None:
    hour = f"{clock.now():%Y-%m-%d-%H}"
    key = f"entry_links:{sha256(whence.encode()).hexdigest()[:32]}:{hour}"
    count = cache.get(key, 0) + 1
    if count > MOST_BY_ONE:
        raise Refused(_("Too many addresses were entered from here in the last hour. Try again later."), "email", 429)
    cache.set(key, count, 3600)
