"""The order in which computers think about turns: players share it fairly, however many matches each has begun."""

from __future__ import annotations

import time
from collections import Counter
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import BooleanField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from matches.models import Seat

from .ask import waiting_seats

MOST_LOOKED_AT = 1000
ORIGIN = "computer-guest-from:{}"  # by a guest's key: where the visitor came from, kept in the cache
SERVED = "computer-thought-for:{}"  # by a share: when, likewise
SERVED_FOR = 3600  # seconds


class Waiting(NamedTuple):
    """A computer's seat that is asked for the turn of that number.

    ``share`` says on whose account it counts: a player's, or that of all visitors from one address.
    """

    seat: int
    number: int
    share: str


def turns_in_line() -> list[Waiting]:
    """Sort the turns that wait: members' before visitors', and one of each share before any share's second.

    First comes the share that has waited longest since something was thought about for it.
    """
    people = Seat.objects.filter(match=OuterRef("match"), player__isnull=False, player__computer__isnull=True)
    people = people.order_by("player__is_guest", "index")
    guest = Coalesce(Subquery(people.values("player__is_guest")[:1]), Value(value=False), output_field=BooleanField())
    seats = waiting_seats().annotate(owner=Subquery(people.values("player")[:1]), guest=guest)
    waiting = seats.order_by("guest", "asked_at", "pk").values_list("pk", "asked_turn", "owner", "guest")
    rows = list(waiting[:MOST_LOOKED_AT])
    origins = cache.get_many({ORIGIN.format(owner) for _, _, owner, is_guest in rows if is_guest})
    shares = [origins.get(ORIGIN.format(owner), str(owner)) for _, _, owner, _ in rows]
    served = cache.get_many({SERVED.format(share) for share in shares})
    before: Counter[str] = Counter()
    found = []
    for place, ((pk, number, _, is_guest), share) in enumerate(zip(rows, shares, strict=True)):
        last = served.get(SERVED.format(share), 0.0)
        found.append((is_guest, before[share], last, place, Waiting(pk, number or 0, share)))
        before[share] += 1
    return [turn for *_, turn in sorted(found)]


def note_served(share: str) -> None:
    cache.set(SERVED.format(share), time.time(), SERVED_FOR)
