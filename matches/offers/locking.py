"""Locking an offer's row for everything that is done with it.

So no two players take its last place, and its match begins once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import OperationalError, transaction

from i18n.text import say
from jobs.try_twice import is_locked_out
from matches.models import Offer

from .refused import OfferRefused

T = TypeVar("T")
P = ParamSpec("P")


def unless_locked_out(act: Callable[[], T]) -> T:
    """Run ``act`` in a transaction. Raises ``OfferRefused`` if another transaction holds for too long what it needs."""
    try:
        with transaction.atomic():
            return act()
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        busy = say("The site is busy. Please try again.")
        raise OfferRefused(busy, "busy") from error


def with_offer_locked(act: Callable[Concatenate[Offer, P], T]) -> Callable[Concatenate[Offer, P], T]:
    """Make the act take its offer with the row locked, read as it is now."""

    @wraps(act)
    def run(offer: Offer, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return unless_locked_out(lambda: act(_as_it_is(offer), *args, **kwargs))

    return run


def _as_it_is(offer: Offer) -> Offer:
    # Without its match: joined, one that began while this waited for the lock would not be there.
    rows = Offer.objects.select_for_update(no_key=True, of=("self",)).select_related("host")
    locked = rows.filter(pk=offer.pk).first()
    if locked is None:
        gone = say("This table no longer exists.") if offer.is_table else say("This challenge no longer exists.")
        raise OfferRefused(gone, "closed")
    return locked
