"""Visitors who play a computer without an account: guests known by a cookie alone, until they sign up or log in.

Such a guest has no mailbox and gets no email. Their matches are deleted a while after the last turn.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language, gettext

from accounts.models import NOWHERE, TurnMail, User
from accounts.names.display_names import GUEST
from i18n.text import say
from matches import hooks
from matches.computers.fair_queue import ORIGIN
from matches.gate import handover
from matches.input.visitor_limit import Most, visitor_limit_reached
from matches.models import Match, Seat
from matches.offers.refused import OfferRefused
from matches.results import count
from matches.time_control.time_control import DAY

KEPT_FOR: Final = timedelta(days=30)
KEY: Final = "guest"  # in the session
ADDRESSES: Final = f"@guests{NOWHERE}"
A_DAY: Final = Most(peer=10, network=100, everyone=1000)  # new guests
_TRIES: Final = 20
_BATCH: Final = 200


def new_guest(peer: str, time_zone: str = "UTC") -> User:
    """Make a guest for a visitor; ``peer`` is the address they come from.

    Raises ``OfferRefused`` if too many have come on this day.
    """
    if visitor_limit_reached("computer-guests", peer, A_DAY, DAY):
        raise OfferRefused(say("Too many guests have started a match today. Sign up to play now."), "limit")
    for _ in range(_TRIES):
        name = gettext(GUEST) % {"number": secrets.randbelow(9_000_000) + 1_000_000}
        try:
            with transaction.atomic():
                guest = User.objects.create_user(
                    f"{secrets.token_hex(16)}{ADDRESSES}",
                    name,
                    is_guest=True,
                    language=get_language(),
                    time_zone=time_zone,
                    turn_mail=TurnMail.NONE,
                    club_news=False,
                    invitations=False,
                )
            cache.set(ORIGIN.format(guest.pk), peer, KEPT_FOR.total_seconds())
            return guest
        except IntegrityError:  # the name is taken
            continue
    raise OfferRefused(say("The site is busy. Please try again."), "busy")


def guests_by_cookie() -> QuerySet[User]:
    return User.objects.filter(is_guest=True, email__endswith=ADDRESSES)


def keep_matches(guest_id: int, user: User) -> int:
    """Give the guest's matches to the player who has just logged in in the same browser, and return how many.

    Only that player can play them from then on. Raises ``OfferRefused``, with nothing kept.
    """
    with transaction.atomic():
        guest = guests_by_cookie().select_for_update().filter(pk=guest_id).first()
        if guest is None or guest.pk == user.pk:
            return 0
        seats = list(guest.seats.select_related("player").order_by("match"))
        guest.seats.update(counted=False)  # for the account; the guest's sums go with the guest
        for seat in seats:
            handover.keep_as(seat, user)
        guest.offers.update(host=user)
        guest.private_notes.update(writer=user)
        hooks.matches_kept.send(None, guest=guest, player=user)
        guest.delete()
    return len(seats)


def forget_idle(now: datetime) -> int:
    """Delete guests in whose matches nothing has been played for long, with these matches; return how many guests."""
    played = Seat.objects.filter(player=OuterRef("pk"), match__last_turn_at__gt=now - KEPT_FOR)
    idle = guests_by_cookie().filter(~Exists(played), joined_at__lt=now - KEPT_FOR)
    found = list(idle.order_by("pk").values_list("pk", flat=True)[:_BATCH])
    for pk in found:
        with transaction.atomic():
            matches = Match.objects.filter(seats__player=pk)
            count.leave_out(matches.values_list("pk", flat=True))
            matches.delete()
            guests_by_cookie().filter(pk=pk).delete()
    return len(found)


# -- the browser's guest, as its session remembers ---------------------------------------------------------------------


def guest_of(request: HttpRequest) -> User | None:
    """Return the browser's guest, without a query if the browser has never played as one."""
    pk = request.session.get(KEY)
    return None if pk is None else guests_by_cookie().filter(pk=pk, is_active=True).first()


def remember_guest(request: HttpRequest, guest: User) -> None:
    request.session.cycle_key()
    request.session[KEY] = guest.pk
    remember_longer(request)


def remember_longer(request: HttpRequest) -> None:
    """Keep the session as long after the last turn as the guest's matches are kept."""
    request.session.set_expiry(KEPT_FOR)


def forget_guest(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
